import { shoplazza } from '@bowerbird/platforms/shoplazza/index';
import { lister } from '@bowerbird/platforms/shoplazza/list/lister';
import { freshStore, item, mug, preparedStore } from '@bowerbird/platforms/shoplazza/list/testing';
import { collectAll, contextFor } from '@bowerbird/platforms/testing/collecting';
import { describe, expect, it } from 'vitest';

const uuid = 'e6cc4df1-d4f5-4ad4-a019-2e0f3ddd6e63';
const plain = {
  title: 'Plain',
  has_only_default_variant: true,
  images: [{ src: 'https://pictures.example/a.jpg' }],
  variants: [{ price: 1 }],
};

function openStore(settings: Parameters<typeof freshStore>[0] = {}) {
  const { shop } = freshStore(settings);
  return {
    shop,
    async call(method: string, path: string, body?: object, token = shop.settings.token) {
      const answer = await shop.answer(
        new Request(`http://practice.localhost/openapi${path}`, {
          method,
          headers: { 'access-token': token },
          ...(body && { body: JSON.stringify(body) }),
        }),
      );
      return { status: answer.status, headers: answer.headers, body: await answer.json() };
    },
  };
}

describe('a simulated Shoplazza store', () => {
  it('what was listed is on the shop side as it was sent', async () => {
    const { access, context, store } = await preparedStore();
    const [id = ''] = [
      await lister.writer.terms?.make({ kind: 'category', path: ['Mugs'] }, null, access, context),
    ];
    await lister.writer.create(
      [{ ...item, terms: new Map([[JSON.stringify(['category', 'Mugs']), id]]) }],
      access,
      context,
    );

    const { collector } = shoplazza;
    if (!collector) {
      throw new Error('no collector');
    }
    const wanted = { addresses: [new URL('http://practice.localhost/')] };
    const { products } = await collectAll(collector, wanted, contextFor(store.fetch));

    expect(products).toHaveLength(1);
    expect(products[0]).toMatchObject({
      title: mug.title,
      handle: mug.handle,
      descriptionHtml: mug.descriptionHtml,
      vendor: mug.vendor,
      tags: mug.tags,
      options: mug.options,
      status: 'active',
      currency: mug.currency,
      variants: mug.variants.map(({ sku, price, compareAtPrice, stock, optionValues }) => ({
        sku,
        price,
        compareAtPrice,
        stock,
        optionValues,
      })),
      images: mug.images.map(({ alt }) => ({ alt })),
    });
  });

  it('finds the practice products by their ids, far behind what was listed', async () => {
    const { shop, access, context } = await preparedStore({ products: { count: 2600 } });
    const call = async (path: string) => {
      const answer = await shop.answer(new Request(`http://practice.localhost${path}`));
      return (await answer.json()).data;
    };
    const last = async () => (await call('/api/search?type=product&keyword=&limit=48&page=54')).products[0];
    const before = await last();
    await lister.writer.create([item], access, context);

    expect(await call(`/api/products/${before.id}`)).toMatchObject({ product: { handle: before.handle } });
    expect((await call('/api/search?type=product&keyword=&limit=1&page=1')).products[0].handle).toBe(
      mug.handle,
    );
  });

  it('shows no shopper what is unpublished', async () => {
    const { shop, access, context } = await preparedStore();
    await lister.writer.create([{ ...item, options: { status: 'draft', publish: false } }], access, context);

    const page = await shop.answer(new Request('http://practice.localhost/products/stoneware-mug'));

    expect(page.status).toBe(404);
  });

  it.each([
    [{ title: '' }, 'title'],
    [{ title: 'x'.repeat(256) }, 'title'],
    [{ images: [] }, 'images'],
    [{ variants: [] }, 'variants'],
    [{ variants: [{ price: '1.00' }] }, 'variants.0.price'],
    [{ has_only_default_variant: false, need_variant_image: false }, 'options'],
    [{ options: [{ name: 'A', values: ['b'] }] }, 'options'],
    [{ inventory_tracking: true }, 'inventory_policy'],
    [{ tags: 'a,b' }, 'tags'],
    [{ unique_token: 'no uuid' }, 'unique_token'],
    [{ variants: Array(501).fill({ price: 1 }) }, 'variants'],
  ])('refuses %o by its field', async (change, field) => {
    const { call, shop } = openStore();

    const { status, body } = await call('POST', '/2026-01/products', { product: { ...plain, ...change } });

    expect(status).toBe(422);
    expect(Object.keys(body.errors)).toContain(field);
    expect(shop.view().products).toEqual([]);
  });

  it('creates a second product of a used token; returns the first again, or rejects it, only where asked to', async () => {
    const { call, shop } = openStore();
    const send = async () =>
      await call('POST', '/2026-01/products', { product: { ...plain, unique_token: uuid } });
    const first = await send();
    shop.faults.add({ kind: 'token-honoured' });
    const again = await send();
    shop.faults.clear();
    shop.faults.add({ kind: 'token-refused' });
    const refused = await send();
    shop.faults.clear();
    await send();

    expect(again.body.data.product.id).toBe(first.body.data.product.id);
    expect(refused).toMatchObject({ status: 422, body: { errors: { unique_token: expect.any(Array) } } });
    expect(shop.view().products).toHaveLength(2);
  });

  it('has room for forty requests at once and two a second, and twice that for all apps', async () => {
    let now = 0;
    const outside = { now: () => now, random: () => 0.5, sleep: async () => undefined };
    const app = { maximum: 40, restoreRate: 2 };
    const { call } = openStore({
      outside,
      store: { buckets: { app, store: { maximum: 80, restoreRate: 20 } } },
    });
    const statuses: number[] = [];
    for (let number = 0; number < 41; number += 1) {
      statuses.push((await call('GET', '/2026-01/products/count')).status);
    }
    const full = await call('GET', '/2026-01/products/count');
    now += 500;
    const next = await call('GET', '/2026-01/products/count');

    expect(statuses.filter((status) => status === 200)).toHaveLength(40);
    expect(full).toMatchObject({ status: 429 });
    expect(full.headers.get('retry-after')).toBe('1');
    expect(next.status).toBe(200);
  });

  it('pages by its cursor to the end, each product once', async () => {
    const { call } = openStore();
    for (let number = 0; number < 7; number += 1) {
      await call('POST', '/2026-01/products', { product: { ...plain, title: `P ${number}` } });
    }
    const seen: string[] = [];
    let cursor = '';
    do {
      const { body } = await call('GET', `/2026-01/products?per_page=3&cursor=${encodeURIComponent(cursor)}`);
      seen.push(...body.data.products.map(({ title }: { title: string }) => title));
      cursor = body.data.cursor;
    } while (cursor !== '');

    expect(new Set(seen).size).toBe(7);
    expect(seen).toHaveLength(7);
    expect(await call('GET', '/2026-01/products?per_page=251')).toMatchObject({ status: 422 });
  });

  it('lets nobody in without a token it knows, and nobody do what was not granted', async () => {
    const { call } = openStore({ store: { scopes: ['read_product'] } });

    expect(await call('GET', '/2026-01/products', undefined, 'other')).toMatchObject({ status: 401 });
    expect(await call('POST', '/2026-01/products', { product: plain })).toMatchObject({ status: 403 });
    expect(await call('GET', '/2020-07/products')).toMatchObject({ status: 404 });
  });
});
