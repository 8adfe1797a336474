import { Product } from '@bowerbird/catalog/product';
import { AppError } from '@bowerbird/contract/errors';
import { fetchFrom } from '@bowerbird/simulators/simulation';
import { inFolders } from '@bowerbird/simulators/storefront/in-folders';
import { draftEvery, practiceKeys } from '@bowerbird/simulators/woocommerce/rest-api';
import { createWooShop } from '@bowerbird/simulators/woocommerce/shop';
import { expect, it } from 'vitest';
import type { CollectRequest } from '../../../collecting/collector.ts';
import { collectAll, contextFor } from '../../../testing/collecting.ts';
import { fakeClock } from '../../../testing/fake-clock.ts';
import { woocommerce } from '../../index.ts';

const collector = woocommerce.collector as NonNullable<typeof woocommerce.collector>;
const [way] = collector.access ?? [];
const root = 'http://moss.localhost:8901';
const access = { connection: 'rest-keys', credentials: { ...practiceKeys }, shop: root };

function simulated(products = 130) {
  const clock = fakeClock();
  const outside = { now: clock.now, random: () => 0.5, sleep: async () => {} };
  const shop = createWooShop({ name: 'moss', products: { count: products }, outside });
  const toShop = fetchFrom(new Map([['moss.localhost', shop]]));
  const requested: { path: string; signed: boolean }[] = [];
  const context = contextFor(async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : String(input));
    requested.push({ path: url.pathname, signed: new Headers(init?.headers).has('authorization') });
    return await toShop(input, init);
  }, clock);
  return { requested, context };
}

async function collect(
  scope: CollectRequest['scope'],
  address: string,
  own: CollectRequest['access'] | null = access,
) {
  const shop = simulated();
  const wanted = { scope, addresses: [new URL(address, root)], ...(own && { access: own }) };
  return { ...(await collectAll(collector, wanted, shop.context)), requested: shop.requested };
}

it('reads the whole shop by its keys, drafts too, the same as shoppers see it', async () => {
  const own = await collect('shop', '/');
  const shown = await collect('shop', '/', null);

  expect([own.ids.length, new Set(own.ids).size, own.skipped]).toEqual([130, 130, []]);
  const drafts = own.products.filter(({ status }) => status === 'draft');
  expect(drafts.map(({ source }) => Number(source?.id) % draftEvery)).toEqual(drafts.map(() => 0));
  expect(drafts.length).toBeGreaterThan(10);
  const byId = new Map(shown.products.map((product) => [product.source?.id, product]));
  for (const product of own.products) {
    expect(Product.parse(product)).toEqual(product);
    const { title, options, currency, vendor, categories, images } = byId.get(product.source?.id) ?? product;
    expect(product).toMatchObject({ title, options, currency, vendor, categories });
    expect(product.images.map(({ url }) => url)).toEqual(images.map(({ url }) => url));
    const amounts = (of: Product | undefined) =>
      of?.variants.map(({ id, sku, price, compareAtPrice, weight }) => [
        id,
        sku,
        price,
        compareAtPrice,
        weight,
      ]);
    expect(amounts(product)).toEqual(amounts(byId.get(product.source?.id)));
  }
});

it('gives what only the shop itself knows: stock, codes, search words, notes', async () => {
  const { products } = await collect('shop', '/');

  expect(products.every(({ variants }) => variants.every(({ stock }) => stock !== null))).toBe(true);
  expect(products[0]).toMatchObject({
    seo: { title: `${products[0]?.title} for search engines` },
    extra: { woocommerce: { meta: { storage_place: expect.stringMatching(/^row \d$/) } } },
  });
});

it('reads one product, a category and a search by its keys, and signs in nowhere else', async () => {
  const all = await collect('shop', '/');
  const [handle, category] = [
    all.products[0]?.handle,
    all.products.flatMap((one) => one.categories)[0]?.at(-1),
  ];

  expect((await collect('product', `/product/${handle}/`)).ids).toEqual([all.ids[0]]);
  const slug = category?.toLowerCase().replaceAll(' ', '-');
  expect((await collect('category', `/product-category/${slug}/`)).ids.length).toBeGreaterThan(0);
  expect((await collect('search', '/?s=a&post_type=product')).ids.length).toBeGreaterThan(0);
  expect(all.requested.filter(({ path, signed }) => signed !== path.includes('/wc/v3/'))).toEqual([]);
});

it.each([
  ['key', { consumerKey: 'ck_wrong' }],
  ['secret', { consumerSecret: 'cs_wrong' }],
])('names a wrong %s, and reveals none of it', async (_, wrong) => {
  const own = { ...access, credentials: { ...practiceKeys, ...wrong } };

  const failures = [
    await way?.check(own, new URL(root), simulated().context).catch(AppError.from),
    await collect('shop', '/', own).catch(AppError.from),
  ];

  for (const failure of failures) {
    expect(failure).toMatchObject({ code: 'source.credentials-wrong' });
    expect(`${String(failure)}${JSON.stringify(failure)}`).not.toMatch(/c[ks]_(?:wrong|practice)|Basic/);
  }
});

it('checks good keys with one call, and sends none over plain http', async () => {
  const { context, requested } = simulated();

  expect(await way?.check(access, new URL(root), context)).toEqual({ expiresAt: null, shop: root });
  expect(requested.filter(({ signed }) => signed)).toHaveLength(1);
  const plain = way?.check(access, new URL('http://shop.example/'), context);
  await expect(plain).rejects.toMatchObject({ code: 'source.https-needed' });
  expect(requested).toHaveLength(1);
});

it('reads a shop whose keys may not see its settings, without a currency', async () => {
  const { context } = simulated(10);
  const closed: typeof fetch = async (input, init) =>
    String(input).includes('/settings/')
      ? Response.json({ code: 'woocommerce_rest_cannot_view' }, { status: 403 })
      : await context.fetch(input, init);

  const { products } = await collectAll(
    collector,
    { addresses: [new URL(root)], access },
    { ...context, fetch: closed },
  );

  expect(products).toHaveLength(10);
  expect(products[0]?.currency).toBeNull();
});

it('reads by https what was written with http, so that keys are never sent in the open', async () => {
  const { context } = simulated(3);
  const sent: string[] = [];
  const overHttps: typeof fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : String(input));
    sent.push(`${url.origin} ${new Headers(init?.headers).has('authorization')}`);
    return await context.fetch(`${root}${url.pathname}${url.search}`, init);
  };

  const { ids } = await collectAll(
    collector,
    { addresses: [new URL('http://shop.example/')], access: { ...access, shop: 'https://www.shop.example' } },
    { ...context, fetch: overHttps },
  );

  expect(ids).toHaveLength(3);
  expect(new Set(sent.filter((each) => each.endsWith('true')))).toEqual(
    new Set(['https://shop.example true']),
  );
});

it('opens a shop in a folder by its own keys, and signs in nowhere else', async () => {
  const clock = fakeClock();
  const outside = { now: clock.now, random: () => 0.5, sleep: async () => {} };
  const made = (count: number, seed: number) =>
    createWooShop({ name: 'moss', products: { count, seed }, outside });
  const toHost = fetchFrom(new Map([['moss.localhost', inFolders(made(30, 1), { '/shop2': made(12, 2) })]]));
  const signed: string[] = [];
  const context = contextFor(async (input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : String(input));
    if (new Headers(init?.headers).has('authorization')) {
      signed.push(pathname);
    }
    return await toHost(input, init);
  }, clock);
  const addresses = [new URL('/shop2/', root)];

  const found = await way?.check(access, addresses[0] ?? null, context);
  const own = { ...access, shop: found?.shop ?? null };
  const { ids } = await collectAll(collector, { addresses, access: own }, context);
  const categories = await collector.categories(addresses[0] as URL, context, own);

  expect(new Set(ids).size).toBe(12);
  expect(categories.every(({ address }) => address.startsWith(`${root}/shop2/`))).toBe(true);
  expect(signed.length).toBeGreaterThan(2);
  expect(signed.filter((path) => !path.startsWith('/shop2/wp-json/wc/v3/'))).toEqual([]);
  expect(own.shop).toBe(`${root}/shop2`);
  signed.length = 0;
  // The keys of the shop at the host's root are sent to no other shop there.
  expect((await collectAll(collector, { addresses, access }, context)).ids).toHaveLength(12);
  expect(signed).toEqual([]);
});
