import { AppError } from '@bowerbird/contract/errors';
import { expect, it } from 'vitest';
import { contextFor } from '../../../testing/collecting.ts';
import { answerOf } from '../../../testing/replay.ts';
import { readAlibabaByApi, readChinaByApi } from './open-api.ts';
import { signatureOfParam2, signatureOfPath } from './signing.ts';

const secret = 'helloworld';
const access = { appKey: '500001', appSecret: secret, accessToken: 'token-1', now: () => 1_700_000_000_000 };
const eco = {
  code: '0',
  result: {
    result_data: {
      product_id: 1600000000007,
      title: 'Tea Pot',
      description: '<style>.a{}</style><p>Fine.</p>',
      main_image: '//sc04.alicdn.com/kf/H1.jpg',
      images: ['https://sc04.alicdn.com/kf/H1.jpg_100x100.jpg', 'https://sc04.alicdn.com/kf/H2.jpg'],
      category: 'Tea Pots',
      supplier: 'Pots Ltd',
      status: 'PRODUCT_ONLINE',
      min_order_quantity: 500,
      wholesale_trade: { unit_type: 'Piece', price: '1280.00' },
      skus: [
        {
          sku_id: 1,
          status: 'DELETE',
          sku_attr_list: [{ attr_name_desc: 'Color', attr_value_desc: 'Green' }],
        },
        ...['Red', 'Blue'].map((colour, at) => ({
          sku_id: 11 + at,
          cost_origin_price: '1280.00',
          total_origin_cost_price: '1280.00',
          sku_attr_list: [
            {
              attr_name_desc: 'Color',
              attr_value_desc: colour,
              attr_value_image: `https://sc04.alicdn.com/kf/C${at}.jpg_100x100.jpg`,
            },
          ],
          ladder_price: [
            { min_quantity: 500, max_quantity: 999, price: '2.56', currency: 'USD' },
            { min_quantity: 1000, price: '2.40', currency: 'USD' },
          ],
        })),
      ],
    },
  },
};

/** Both values were computed independently of this code (Python's hmac and hashlib). */
it('signs as each gateway wants it: over the path by SHA-256, over param2 by SHA-1', async () => {
  const query =
    '{"product_id":1600000000007,"country":"US","language":"en-US","currency":"USD","ship_to_country":"US"}';

  expect(
    await signatureOfPath(
      '/eco/buyer/product/description',
      {
        timestamp: '1700000000000',
        query_req: query,
        app_key: '500001',
        sign_method: 'sha256',
        access_token: 'token-1',
      },
      secret,
    ),
  ).toBe('4A63F36793FDA165A3F3F7C709E22F3518647381402D08761758ACE5E1D25FE7');
  expect(
    await signatureOfParam2(
      'param2/1/com.alibaba.fenxiao.crossborder/product.search.queryProductDetail/500002',
      { offerDetailParam: '{"offerId":610000000008,"country":"en"}', access_token: 'token-2' },
      '密钥',
    ),
  ).toBe('E493860CF6B705AB3B10568265685F82FE6D7DDF');
});

it('reads a product of alibaba.com by the API into the form of a page: tiersOfSkus, not totals', async () => {
  const requested: URL[] = [];
  const fetch: typeof globalThis.fetch = async (input) => {
    requested.push(new URL(String(input)));
    return answerOf({ body: eco });
  };

  const product = await readAlibabaByApi('1600000000007', access, contextFor(fetch));

  expect(product).toMatchObject({
    title: 'Tea Pot',
    currency: 'USD',
    descriptionHtml: '<p>Fine.</p>',
    options: [{ name: 'Color', values: ['Red', 'Blue'] }],
    priceTiers: [
      { minimumQuantity: 500, price: '2.56' },
      { minimumQuantity: 1000, price: '2.40' },
    ],
    variants: [
      { id: '11', price: '2.56', imageUrl: 'https://sc04.alicdn.com/kf/C0.jpg' },
      { id: '12', price: '2.56', imageUrl: 'https://sc04.alicdn.com/kf/C1.jpg' },
    ],
    source: { platform: 'alibaba', id: '1600000000007' },
    extra: { alibaba: { way: 'open-api', minimumOrder: 500, unit: 'Piece' } },
  });
  expect(product.images.slice(0, 2).map(({ url }) => url)).toEqual([
    'https://sc04.alicdn.com/kf/H1.jpg',
    'https://sc04.alicdn.com/kf/H2.jpg',
  ]);
  expect(
    requested[0]?.href.startsWith('https://openapi-api.alibaba.com/rest/eco/buyer/product/description?'),
  ).toBe(true);
  expect(requested[0]?.searchParams.get('sign')).toBe(
    '4A63F36793FDA165A3F3F7C709E22F3518647381402D08761758ACE5E1D25FE7',
  );
});

it('reads a product of 1688 by the API, its token and signature in the body', async () => {
  const sent: [string, string][] = [];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    sent.push([String(input), String(init?.body)]);
    return answerOf({
      body: {
        result: {
          success: 'true',
          code: '200',
          result: {
            offerId: 610000000008,
            subject: '连衣裙',
            productImage: { images: ['https://cbu01.alicdn.com/img/ibank/a.310x310.jpg'] },
            productAttribute: [{ attributeName: '品牌', value: '雅' }],
            productSkuInfos: [
              {
                skuId: 5,
                amountOnSale: 9,
                price: '7.5',
                skuAttributes: [
                  { attributeName: '颜色', value: '红', skuImageUrl: '//cbu01.alicdn.com/img/ibank/r.jpg' },
                ],
              },
            ],
            minOrderQuantity: 2,
          },
        },
      },
    });
  };

  expect(await readChinaByApi('610000000008', access, contextFor(fetch))).toMatchObject({
    title: '连衣裙',
    vendor: '雅',
    currency: 'CNY',
    images: [
      { url: 'https://cbu01.alicdn.com/img/ibank/a.jpg' },
      { url: 'https://cbu01.alicdn.com/img/ibank/r.jpg' },
    ],
    variants: [{ id: '5', price: '7.5', stock: 9, optionValues: ['红'] }],
    extra: { 'alibaba-1688': { minimumOrder: 2 } },
  });
  expect(sent[0]?.[0]).toBe(
    'https://gw.open.1688.com/openapi/param2/1/com.alibaba.fenxiao.crossborder/product.search.queryProductDetail/500001',
  );
  expect(sent[0]?.[1]).toMatch(/^access_token=token-1&offerDetailParam=.+&_aop_signature=[0-9A-F]{40}$/);
});

it.each([
  ['IncompleteSignature', 'source.credentials-wrong'],
  ['IllegalAccessToken', 'source.credentials-wrong'],
  ['InsufficientPermission', 'source.right-missing'],
  ['AppWhiteIpLimit', 'source.right-missing'],
  ['ServiceTimeout', 'source.unwell'],
  ['PRODUCT_NOT_FOUND', 'source.gone'],
  ['SomethingNew', 'source.page-not-understood'],
])('names the refusal %s that comes with status 200, and reveals no secret', async (said, code) => {
  const fetch = async () => answerOf({ body: { code: said, type: 'ISV', message: 'no' } });

  const failure = await readAlibabaByApi('1600000000007', access, contextFor(fetch)).catch(AppError.from);

  expect(failure).toMatchObject({ code });
  expect(JSON.stringify([failure, String(failure)])).not.toMatch(/token-1|helloworld/);
});

it('waits out a limit, and names a gateway that cannot be reached without revealing what was requested', async () => {
  const answers = [{ code: 'ApiCallLimit' }, eco];
  const limited = async () => answerOf({ body: answers.shift() });
  const product = await readAlibabaByApi('1600000000007', access, contextFor(limited));
  const dead = async () => {
    throw new TypeError('fetch failed');
  };
  const failure = await readAlibabaByApi('1600000000007', access, contextFor(dead)).catch(AppError.from);

  expect(product).toMatchObject({ title: 'Tea Pot' });
  expect(failure).toMatchObject({ code: 'address.unreachable' });
  expect(String(failure)).not.toMatch(/token-1|sign=/);
});
