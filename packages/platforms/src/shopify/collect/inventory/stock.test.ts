import { expect, it } from 'vitest';
import type { CollectRequest } from '../../../collecting/collector.ts';
import { collectAll, contextFor } from '../../../testing/collecting.ts';
import { shopify } from '../../index.ts';
import { handles, type PretendShop, pretendProduct, pretendShop } from '../../testing/pretend-shop.ts';

type Row = Record<string, unknown>;

const notFound = { status: 404, body: '<!doctype html><title>404</title>' };

/** A product whose only variant has these additional fields. */
function product(handle: string, fields: Row): Row {
  const whole = pretendProduct(handle);
  const [variant] = whole.variants as Row[];
  return { ...whole, variants: [{ ...variant, available: true, ...fields }] };
}

/** Returns the handle and form in the address of a single product's form. */
function formOf({ pathname }: URL): { handle: string; form: string } | null {
  const found = /^\/products\/(?<handle>h-\d+)(?<form>\.json|\.js)?$/.exec(pathname)?.groups;
  return found === undefined ? null : { handle: found.handle ?? '', form: found.form ?? '.html' };
}

interface Stated extends Partial<PretendShop> {
  count: number;
  /** Returns a form's answer; null: 404. */
  form(handle: string, form: string): { body: unknown; status?: number } | null;
}

/** A shop whose feed only contains whether a product is available. */
function open({ count, form, ...shop }: Stated) {
  const { fetch, requested } = pretendShop({ lists: {}, ...shop });
  const all = handles(1, count);
  const answered: typeof globalThis.fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const named = formOf(url);
    const page = Number(url.searchParams.get('page') ?? 1);
    if (url.pathname === '/products.json') {
      requested.push(url.pathname);
      const size = Number(url.searchParams.get('limit'));
      const items = all.slice((page - 1) * size, page * size).map((handle) => product(handle, {}));
      return Response.json({ products: items });
    }
    if (named === null) {
      return await fetch(input, init);
    }
    requested.push(url.pathname);
    const { body, status = 200 } = form(named.handle, named.form) ?? notFound;
    return typeof body === 'string'
      ? new Response(body, { status, headers: { 'content-type': 'text/html' } })
      : Response.json(body, { status });
  };
  return {
    requested,
    collect: (wanted: Partial<CollectRequest> = {}, options: Parameters<typeof collectAll>[3] = {}) => {
      const { collector } = shopify;
      if (!collector) {
        throw new Error('Shopify collects');
      }
      const addresses = [new URL('https://shop.example')];
      return collectAll(collector, { addresses, stock: true, ...wanted }, contextFor(answered), options);
    },
  };
}

function json(handle: string, fields: Row) {
  return { body: { product: product(handle, { available: undefined, ...fields }) } };
}

const tracked = { inventory_management: 'shopify', inventory_policy: 'deny' };

it('leaves the stock unknown and asks for no product unless it is wanted', async () => {
  const shop = open({ count: 5, form: (handle) => json(handle, { ...tracked, inventory_quantity: 7 }) });

  const { products } = await shop.collect({ stock: false });

  expect(products.map(({ variants }) => variants[0])).toMatchObject(
    products.map(() => ({ stock: null, available: true })),
  );
  expect(products.every(({ extra }) => extra.stock === undefined)).toBe(true);
  // The first product gives the currency.
  expect(shop.requested.filter((path) => /h-\d/.test(path))).toEqual(['/products/h-1.json']);
});

it('reads the stock with one more request for each product', async () => {
  const shop = open({
    count: 30,
    form: (handle, form) =>
      form === '.json' ? json(handle, { ...tracked, inventory_quantity: Number(handle.slice(2)) }) : null,
  });

  const { products } = await shop.collect();

  expect(products.map(({ variants }) => variants[0]?.stock)).toEqual(handles(1, 30).map((_, at) => at + 1));
  expect(products.every(({ extra }) => extra.stock?.stated === true)).toBe(true);
  expect(products.every(({ variants }) => variants[0]?.available === true)).toBe(true);
  expect(shop.requested.filter((path) => /h-\d/.test(path)).length).toBeLessThanOrEqual(31);
});

it('keeps oversold quantities and what is sold past its stock as they are', async () => {
  const shop = open({
    count: 2,
    form: (handle) =>
      json(handle, {
        ...tracked,
        inventory_policy: 'continue',
        inventory_quantity: handle === 'h-1' ? -82 : 0,
      }),
  });

  const { products } = await shop.collect();

  expect(products.map(({ variants }) => variants[0]?.stock)).toEqual([-82, 0]);
  expect(products[0]?.extra.shopify?.variants).toEqual({ '90001': { inventory_policy: 'continue' } });
  expect(products[0]?.variants[0]?.available).toBe(true);
});

it('gives no quantity to what is not tracked, and says that the source gave this', async () => {
  const shop = open({
    count: 1,
    form: (handle) => json(handle, { inventory_management: null, inventory_quantity: 0 }),
  });

  const { products } = await shop.collect();

  expect(products[0]).toMatchObject({ variants: [{ stock: null }], extra: { stock: { stated: true } } });
});

it.each([
  [
    '.js',
    (handle: string) => ({
      body: {
        ...product(handle, { price: 100, ...tracked, inventory_quantity: 4, inventory_policy: 'continue' }),
      },
    }),
  ],
  [
    '.html',
    (handle: string) => ({
      body: `<h1>Good</h1><script type="application/json" data-inventory>{"inventories":{"${90_000 + Number(handle.slice(2))}":{"inventory_management":"shopify","inventory_policy":"continue","inventory_quantity":4}}}</script><script>var meta = {"product":{"id":${7000 + Number(handle.slice(2))},"variants":[{"id":${90_000 + Number(handle.slice(2))},"price":100,"name":"Good","sku":null}]}};</script>`,
    }),
  ],
])('finds the form that gives it (%s) and keeps to that', async (stating, answer) => {
  const shop = open({
    count: 12,
    form: (handle, form) =>
      form === stating
        ? answer(handle)
        : form === '.json'
          ? json(handle, { inventory_management: 'shopify' })
          : null,
  });

  const { products } = await shop.collect();

  expect(products.map(({ variants }) => variants[0]?.stock)).toEqual(Array(12).fill(4));
  expect(products[3]?.extra.shopify?.variants).toEqual({ '90004': { inventory_policy: 'continue' } });
  const tried = shop.requested.filter((path) => /h-\d/.test(path)).length;
  expect(tried).toBeLessThanOrEqual(12 + 3);
});

it('stops asking where the shop gives no quantity in any form', async () => {
  const shop = open({
    count: 40,
    form: (handle, form) => (form === '.json' ? json(handle, { inventory_management: 'shopify' }) : null),
  });

  const { products } = await shop.collect();

  expect(products).toHaveLength(40);
  expect(
    products.every(({ variants }) => variants[0]?.stock === null && variants[0].available === true),
  ).toBe(true);
  expect(products.map(({ extra }) => extra.stock)).toEqual(
    Array(40).fill({ stated: false, because: 'not-stated' }),
  );
  expect(shop.requested.filter((path) => /h-\d/.test(path)).length).toBeLessThan(12);
});

it.each([
  ['is closed', { body: '', status: 403 }, 'source.blocked-us'],
  ['is gone', { body: '', status: 404 }, 'source.gone'],
  ['asks for a rest again and again', { body: '', status: 429 }, 'source.slow-down'],
  ['takes us for a robot', { body: '', status: 430 }, 'source.blocked-us'],
  ['breaks down', { body: '', status: 503 }, 'source.unwell'],
  ['wants a password', { body: '', status: 401 }, 'source.password-protected'],
])('continues without it when its source %s midway, and says why', async (_, refusal, because) => {
  const shop = open({
    count: 300,
    form: (handle) =>
      Number(handle.slice(2)) > 25 ? refusal : json(handle, { ...tracked, inventory_quantity: 3 }),
  });

  const { products, skipped } = await shop.collect();

  expect(skipped).toEqual([]);
  expect(products).toHaveLength(300);
  const stated = products.filter(({ extra }) => extra.stock?.stated === true);
  expect(stated.map(({ handle }) => handle)).toEqual(handles(1, 25));
  expect(products.slice(25).every(({ variants }) => variants[0]?.stock === null)).toBe(true);
  expect(products.slice(25).map(({ extra }) => extra.stock)).toEqual(
    Array(275).fill({ stated: false, because }),
  );
  expect(shop.requested.filter((path) => /h-\d/.test(path)).length).toBeLessThan(50);
});

it('asks for a product again whose request was cut off once', async () => {
  let failed = false;
  const shop = open({
    count: 3,
    form(handle) {
      if (handle === 'h-2' && !failed) {
        failed = true;
        return { body: '', status: 503 };
      }
      return json(handle, { ...tracked, inventory_quantity: 3 });
    },
  });

  const { products } = await shop.collect();

  expect(products.map(({ variants }) => variants[0]?.stock)).toEqual([3, 3, 3]);
});

it('stopped anywhere, continues to the same set without asking for what it has', {
  tags: ['slow'],
}, async () => {
  const form = (handle: string) => json(handle, { ...tracked, inventory_quantity: Number(handle.slice(2)) });
  const whole = await open({ count: 270, form }).collect();
  const batches = whole.events.filter(({ kind }) => kind === 'batch').length;
  expect(batches).toBeGreaterThan(10);

  for (const stop of [1, 2, 7, 12, 13, 14]) {
    const before = await open({ count: 270, form }).collect({}, { batches: stop });
    const shop = open({ count: 270, form });
    const after = await shop.collect({}, { before });

    expect([...before.ids, ...after.ids]).toEqual(whole.ids);
    expect([...before.products, ...after.products]).toEqual(whole.products);
    const again = shop.requested.filter((path) => /h-\d/.test(path)).length;
    expect(again).toBeLessThanOrEqual(270 - before.ids.length + 1);
  }
});

it('reads a single product with its stock and whether it can be bought', async () => {
  const shop = open({
    count: 0,
    form: (handle, form) =>
      form === '.json'
        ? json(handle, { ...tracked, inventory_policy: 'continue', inventory_quantity: -3 })
        : { body: product(handle, { price: 100, available: true }) },
  });

  const { products } = await shop.collect({
    scope: 'product',
    addresses: [new URL('https://shop.example/products/h-5')],
  });

  expect(products[0]).toMatchObject({
    variants: [{ stock: -3, available: true }],
    extra: { stock: { stated: true } },
  });
});

it('reads a single product whose quantity another form gives', async () => {
  const shop = open({
    count: 0,
    form: (handle, form) =>
      form === '.json'
        ? json(handle, { inventory_management: 'shopify' })
        : { body: product(handle, { price: 100, ...tracked, inventory_quantity: 9 }) },
  });

  const { products } = await shop.collect({
    scope: 'product',
    addresses: [new URL('https://shop.example/products/h-5')],
  });

  expect(products[0]).toMatchObject({ variants: [{ stock: 9 }], extra: { stock: { stated: true } } });
});

it.each([
  ['a text', 'many'],
  ['a broken number', 3.5],
  ['a number beyond counting', 2 ** 60],
  ['a list', [3]],
])('takes %s for no quantity', async (_, quantity) => {
  const shop = open({
    count: 1,
    form: (handle) => json(handle, { ...tracked, inventory_quantity: quantity }),
  });

  const { products } = await shop.collect();

  expect(products[0]).toMatchObject({
    variants: [{ stock: null }],
    extra: { stock: { stated: false, because: 'not-stated' } },
  });
});
