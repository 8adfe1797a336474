import { isObject, itemsOf } from '@bowerbird/platforms/reading/unread';
import { describe, expect, it } from 'vitest';
import { createShopyyShop } from '../shop.ts';

const image = { src: 'https://pictures.example/a.jpg' };
const single = { title: 'Pan', handle: 'pan', spec_mode: 1, variants: [{ price: '9.00' }], images: [image] };
const sizes = {
  ...single,
  spec_mode: 2,
  options: [
    {
      option_name: 'Size',
      position: 0,
      values: [
        { option_value: 'S', position: 0 },
        { option_value: 'M', position: 1 },
      ],
    },
  ],
  variants: ['S', 'M'].map((value, position) => ({
    price: '9.00',
    option1_title: 'Size',
    option1_value_title: value,
    position,
  })),
};

function open(rate = { perSecond: 1000, burst: 1000 }) {
  const shop = createShopyyShop({ name: 'practice', store: { rate } });
  const call = async (method: string, path: string, body?: object, token = shop.settings.token) => {
    const request = new Request(`http://practice.localhost:8901${path}`, {
      method,
      headers: { token },
      ...(body && { body: JSON.stringify(body) }),
    });
    const response = await shop.answer(request);
    const envelope: unknown = await response.json();
    const { code, msg, data } = isObject(envelope) ? envelope : {};
    return { status: response.status, code, msg, data: isObject(data) ? data : {}, bare: data };
  };
  const make = async (body: object) => {
    const { data } = await call('POST', '/products', body);
    return Number(data.id);
  };
  return { shop, call, make };
}

describe('the Open API of a simulated Shopyy shop', () => {
  it('answers HTTP 200 whatever it says, and a number alone unless the whole is asked for', async () => {
    const { call } = open();

    const made = await call('POST', '/products', single);
    const whole = await call('POST', '/products', { ...single, product_detail: 1 });
    const wrong = await call('POST', '/products', {});
    const denied = await call('GET', '/products', undefined, 'no');

    expect(made).toMatchObject({ status: 200, code: 0, bare: { id: expect.any(Number) } });
    expect(Object.keys(made.data)).toEqual(['id']);
    expect(whole.data).toMatchObject({ title: 'Pan', variants: [{ price: '9.00' }] });
    expect(wrong).toMatchObject({ status: 200, code: 500, msg: 'title不能为空', bare: null });
    expect(denied).toMatchObject({ status: 200, code: 401, msg: 'Token-Error' });
  });

  const [option] = sizes.options;
  const refusals: [string, object, string][] = [
    ['no picture', { ...single, images: [] }, '图片不能为空'],
    ['no price', { ...single, variants: [{}] }, 'price不能为空'],
    ['an option by another name', { ...sizes, options: [{ option_title: 'Size' }] }, 'option_name不能为空'],
    ['places that count from 1', { ...sizes, options: [{ ...option, position: 1 }] }, '数据不存在'],
    ['a number that was made up', { ...sizes, options: [{ ...option, id: 5 }] }, '数据不存在'],
    ['options alone', { ...sizes, variants: [{ price: '9.00' }] }, 'option1_title不能为空'],
    ['variants alone', { ...sizes, options: [] }, '产品属性错误'],
    ['a collection of another store', { ...single, collections: [{ collection_id: 9 }] }, '数据不存在'],
  ];
  it.each(refusals)('refuses %s in the words of the real one', async (_, body, msg) => {
    const { call, shop } = open();

    expect(await call('POST', '/products', body)).toMatchObject({ code: 500, msg });
    expect(shop.view().products).toEqual([]);
  });

  it('makes a second product of a handle that is held, and puts a number behind it', async () => {
    const { make, shop } = open();
    await make(single);
    await make(single);

    expect(shop.view().products.map(({ handle }) => handle)).toEqual(['pan', 'pan-1']);
  });

  it('replaces all of a product, makes its variants again, and drops them without a word', async () => {
    const { call, make, shop } = open();
    const id = await make({ ...sizes, vendor: 'Glade' });
    const before = shop.view().products[0]?.variants.map((variant) => variant.id);

    expect(await call('PUT', `/products/${id}`, { status: 0 })).toMatchObject({ msg: 'title不能为空' });
    await call('PUT', `/products/${id}`, sizes);
    const after = shop.view().products[0];
    const { code } = await call('PUT', `/products/${id}`, { ...single, spec_mode: 1, variants: [] });

    expect(after?.vendor).toBe('');
    expect(after?.variants.map((variant) => variant.id)).not.toEqual(before);
    expect([code, shop.view().products[0]?.variants]).toEqual([0, []]);
  });

  it('says yes to a partial update, and keeps its words alone', async () => {
    const { call, make, shop } = open();
    const id = await make(single);

    const { code } = await call('POST', '/products/batchsave', {
      products: [{ id, title: 'Wok', images: [], variants: [{ price: '1.00' }] }],
    });

    expect(code).toBe(0);
    expect(shop.view().products).toMatchObject([{ title: 'Wok', variants: [{ price: '9.00' }] }]);
    expect(shop.view().products[0]?.images).toHaveLength(1);
  });

  it('lists what follows an id, without descriptions and with amounts as numbers', async () => {
    const { call, make } = open();
    const first = await make({ ...single, body_html: '<p>One</p>\n' });
    const second = await make(single);

    const all = await call('GET', '/products?limit=100&since_id=0');
    const after = await call('GET', `/products?limit=100&since_id=${first}`);
    const whole = await call('GET', `/products/${first}`);

    expect(all.data.products).toMatchObject([
      { id: first, body_html: '', variants: [{ price: 9 }] },
      { id: second },
    ]);
    expect(itemsOf(after.data.products)).toHaveLength(1);
    expect(whole.data).toMatchObject({ body_html: '<p>One</p>', variants: [{ price: '9.00' }] });
  });

  it('deletes for good, and says of what is not there that it is not', async () => {
    const { call, make } = open();
    const id = await make(single);

    expect(await call('DELETE', `/products/${id}`)).toMatchObject({ code: 0 });
    for (const method of ['GET', 'DELETE', 'PUT']) {
      expect(await call(method, `/products/${id}`, method === 'PUT' ? single : undefined)).toMatchObject({
        code: 1001,
      });
    }
  });

  it('turns away what comes too fast, by its own code', async () => {
    const { call } = open({ perSecond: 0.001, burst: 1 });
    await call('GET', '/collections');

    expect(await call('GET', '/collections')).toMatchObject({ status: 200, code: 1000 });
  });
});
