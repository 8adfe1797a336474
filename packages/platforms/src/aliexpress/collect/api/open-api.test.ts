import { Product } from '@bowerbird/catalog/product';
import { AppError } from '@bowerbird/contract/errors';
import { practiceApp } from '@bowerbird/simulators/aliexpress/open-api';
import { createAliexpressStore } from '@bowerbird/simulators/aliexpress/shop';
import { fetchFrom } from '@bowerbird/simulators/simulation';
import { expect, it } from 'vitest';
import { contextFor } from '../../../testing/collecting.ts';
import { fakeClock } from '../../../testing/fake-clock.ts';
import { answerOf } from '../../../testing/replay.ts';
import { productFromOpenApi, readProductByApi } from './open-api.ts';
import { signed, signedText } from './signature.ts';

const vector = { method: 'aliexpress.ds.product.get', access_token: 'tok-123', app_key: '537474' };
const access = { ...practiceApp, shipToCountry: 'US', currency: 'USD', language: 'en' };

// The three signatures were computed by another program: openssl dgst -sha256 -hmac.
it('signs a method: names and values in order, nothing between, capitals', async () => {
  expect(signedText('aliexpress.ds.product.get', vector)).toBe(
    'access_tokentok-123app_key537474methodaliexpress.ds.product.get',
  );
  expect(await signed('aliexpress.ds.product.get', vector, 'helloworld-secret')).toEqual({
    ...vector,
    sign: '850EABA16D6697E8F40A9C795A28ED481D030FCC8F0CFE5E8CFC6E0E31307015',
  });
});

it('puts the name of a method that is a path in front', async () => {
  const sent = { timestamp: '1762000000000', sign_method: 'sha256', code: '3_500100', app_key: '537474' };

  expect((await signed('/auth/token/create', sent, 'helloworld-secret')).sign).toBe(
    '30B304E779D86747BFFDB487834EEBF8C878436D02DBB0050DAFBADF3AAB1352',
  );
});

it('sorts as ASCII does, capitals first, and signs every language as UTF-8', async () => {
  const { sign } = await signed('x.y', { target_language: 'pt', a: '1', A: 'é中' }, 'clé');

  expect(sign).toBe('366DC0C65764F8F679AE3D08F68401DFECE36EF673CABF75528C515177244C0D');
});

function simulated() {
  const clock = fakeClock();
  const outside = { now: clock.now, random: () => 0.5, sleep: async () => {} };
  const shop = createAliexpressStore({ name: 'fern', products: { count: 12 }, outside });
  return contextFor(fetchFrom(new Map([['fern.localhost', shop]])), clock);
}
const gateway = 'http://fern.localhost:8901';

it('reads a product by the open platform, the same as by its page', async () => {
  const product = await readProductByApi('8100000000003', { ...access, gateway }, simulated());

  expect(Product.parse(product)).toEqual(product);
  expect(product).toMatchObject({ currency: 'USD', source: { platform: 'aliexpress', id: '8100000000003' } });
  expect(product.variants.every(({ price }) => Number(price) > 0)).toBe(true);
});

it.each([
  ['a wrong secret', { appSecret: 'other' }, 'source.credentials-wrong'],
  ['another app', { appKey: '1' }, 'source.credentials-wrong'],
  ['a session that ended', { session: 'old' }, 'source.credentials-wrong'],
])('names %s', async (_, changes, code) => {
  const failure = await readProductByApi(
    '8100000000003',
    { ...access, gateway, ...changes },
    simulated(),
  ).catch(AppError.from);

  expect(failure).toMatchObject({ code });
});

it('names an item that is not there', async () => {
  const failure = await readProductByApi('8100000009999', { ...access, gateway }, simulated()).catch(
    AppError.from,
  );

  expect(failure).toMatchObject({ code: 'source.gone' });
});

it.each([
  [{ code: 'InsufficientPermission', message: 'no' }, 'source.right-missing'],
  [
    { error_response: { code: 15, msg: 'Remote service error', sub_code: 'isv.xx' } },
    'source.page-not-understood',
  ],
  [
    { aliexpress_ds_product_get_response: { rsp_code: 1, rsp_msg: 'Item is not allowed to this country' } },
    'source.gone',
  ],
  [{ aliexpress_ds_product_get_response: { rsp_code: 200 } }, 'source.page-not-understood'],
  [[], 'source.page-not-understood'],
  ['<html>', 'source.not-json'],
])('names the answer %j', async (body, code) => {
  const failure = await readProductByApi(
    '1',
    access,
    contextFor(async () => answerOf({ body })),
  ).catch(AppError.from);

  expect(failure).toMatchObject({ code });
});

it('waits when it called too often, then asks again', async () => {
  let calls = 0;
  const result = {
    ae_item_base_info_dto: { product_id: 1, subject: 'Lamp' },
    ae_item_sku_info_dtos: [{ sku_id: '5', offer_sale_price: '2.50' }],
  };
  const fetch: typeof globalThis.fetch = async () => {
    calls += 1;
    return calls === 1
      ? answerOf({ body: { code: 'ApiCallLimit', message: 'slow' } })
      : answerOf({ body: { aliexpress_ds_product_get_response: { rsp_code: 200, result } } });
  };
  const clock = fakeClock();

  expect(await readProductByApi('1', access, contextFor(fetch, clock))).toMatchObject({
    variants: [{ price: '2.50' }],
  });
  expect([calls, clock.now() > 0]).toEqual([2, true]);
});

it('reveals no secret, whatever goes wrong', async () => {
  const secrets = [access.appSecret, access.session];
  const echo: typeof fetch = async (_, init) =>
    answerOf({ body: { code: 'Bad', message: `you sent ${String(init?.body)} ${secrets.join()}` } });
  const lost: typeof fetch = async () => {
    throw new TypeError('fetch failed');
  };
  for (const fetch of [echo, lost]) {
    const failure = await readProductByApi('1', access, contextFor(fetch)).catch(AppError.from);

    expect(failure).toBeInstanceOf(AppError);
    const said = `${failure instanceof AppError ? failure.message : ''}${JSON.stringify(failure)}`;
    expect(secrets.filter((secret) => said.includes(secret))).toEqual([]);
  }
});

const sku = (id: string, price: string, changes: object = {}) => ({
  sku_id: id,
  offer_sale_price: price,
  currency_code: 'USD',
  ae_sku_property_dtos: [
    {
      sku_property_id: 14,
      sku_property_name: 'Color',
      property_value_id: Number(id),
      sku_property_value: `C${id}`,
    },
  ],
  ...changes,
});
const item = (...skus: object[]) =>
  productFromOpenApi({
    ae_item_base_info_dto: { product_id: 1, subject: 'Lamp' },
    ae_item_sku_info_dtos: skus,
  });
const steps = {
  sku_bulk_order: 3,
  offer_bulk_sale_price: '4.50',
  wholesale_price_tiers: { wholesale_price_tier: [{ min_quantity: 10, wholesale_price: '4.00' }] },
};

it('makes a ladder of the prices by quantity, where every variant has the same', () => {
  expect(item(sku('1', '5.00', steps), sku('2', '5.00', steps)).priceTiers).toEqual([
    { minimumQuantity: 3, price: '4.50' },
    { minimumQuantity: 10, price: '4.00' },
  ]);
});

it('sets ladders aside that differ, and makes none of a step that is no cheaper', () => {
  const apart = item(sku('1', '5.00', steps), sku('2', '9.00'));

  expect(apart).toMatchObject({
    priceTiers: [],
    extra: { aliexpress: { priceTiers: [{ sku: '1', tiers: { length: 2 } }] } },
  });
  expect(item(sku('1', '5.00', { sku_bulk_order: 3, offer_bulk_sale_price: '5.00' })).priceTiers).toEqual([]);
});

it('reads the description for telephones where there is no other', () => {
  const mobile_detail = JSON.stringify({
    moduleList: [
      { type: 'text', data: { content: 'a < b' } },
      { type: 'image', data: { url: 'https://ae01.alicdn.com/kf/S.jpg' } },
    ],
  });
  const product = productFromOpenApi({
    ae_item_base_info_dto: { product_id: 1, subject: 'Lamp', mobile_detail },
    ae_item_sku_info_dtos: { ae_item_sku_info_d_t_o: [sku('1', '5.00')] },
  });

  expect(product.descriptionHtml).toBe('<p>a &lt; b</p>\n<img src="https://ae01.alicdn.com/kf/S.jpg">');
});
