import type { Product } from '@bowerbird/catalog/product';
import { productWith, variantWith } from '@bowerbird/catalog/testing/product-with';
import { createShopifyShop } from '@bowerbird/simulators/shopify/shop';
import { fetchFrom } from '@bowerbird/simulators/simulation';
import { describe, expect, it } from 'vitest';
import { termName } from '../../listing/dependencies.ts';
import type { Outcome, ToUpdate } from '../../listing/writes.ts';
import { contextWith } from '../../testing/lister/bench.ts';
import { lister } from './lister.ts';

const vase: Product = productWith({
  title: 'Ribbed vase',
  handle: 'ribbed-vase',
  vendor: 'Glade Home',
  variants: [
    variantWith({
      sku: 'VASE',
      price: '20.00',
      stock: 3,
      available: true,
    }),
  ],
  categories: [
    ['Home', 'Vases & bowls'],
    ['Sale', 'vases & Bowls '],
    ['Home', '花瓶'],
  ],
});

async function open() {
  const shop = createShopifyShop({ name: 'aster-practice', settings: { pace: 'free' } });
  const context = contextWith(fetchFrom(new Map([['aster-practice.localhost', shop]])));
  const bare = {
    domain: 'aster-practice.localhost:8000',
    connection: 'token',
    credentials: { token: shop.settings.access.token },
    prepared: {},
  };
  const { details } = await lister.connector.prepare(bare, context);
  const access = { ...bare, prepared: details };
  const merchantMakes = (title: string, handle: string, more: { smart?: true } = {}) =>
    `gid://shopify/Collection/${shop.merchant.collects({ title, handle, ...more }).id}`;
  const find = async (name: string) =>
    (await lister.writer.terms?.find([{ kind: 'category', path: [name] }], access, context))?.[0];
  const make = async (name: string) => {
    const id =
      (await lister.writer.terms?.make({ kind: 'category', path: [name] }, null, access, context)) ?? '';
    await lister.writer.terms?.publish?.(id, access, context);
    return id;
  };
  const item = (product: Product, changes: Partial<ToUpdate> = {}): ToUpdate => ({
    attemptId: 'attempt-1',
    key: 'bb-aaaaaaaaaaaaaaaa',
    product,
    options: { status: 'active', publish: true },
    storeProductId: '',
    images: new Map(),
    ...changes,
  });
  return { shop, access, context, merchantMakes, find, make, item };
}

function idOf(outcome: Outcome | undefined): string {
  return outcome?.outcome === 'applied' ? outcome.storeProductId : '';
}

describe('categories of a product', () => {
  it('are collections by the last name of each path, each once', () => {
    expect(lister.writer.terms?.of(vase).map(({ path }) => path)).toEqual([
      ['Vases & bowls'],
      ['vases & Bowls'],
      ['花瓶'],
    ]);
  });

  it('are made once, shown, and found again though no search knows them yet', async () => {
    const { shop, find, make } = await open();
    shop.faults.add({ kind: 'stale-reads', value: 60_000, count: null });
    expect(await find('花瓶')).toBeNull();

    const made = await make('花瓶');

    expect(await find('花瓶')).toBe(made);
    expect(await find('Vases')).toBeNull();
    const [collection] = shop.view().collections.values();
    expect(collection).toMatchObject({ title: '花瓶', publications: [{ publishedAt: expect.any(Number) }] });
  });

  it('are those of the merchant, by handle or title, but none that fills itself', async () => {
    const { merchantMakes, find, make } = await open();
    merchantMakes('Vases', 'vases', { smart: true });
    const byTitle = merchantMakes('Table "lamps"', 'lighting');
    const byHandle = merchantMakes('Our finest bowls', 'bowls');

    expect(await find('table "Lamps"')).toBe(byTitle);
    expect(await find('Bowls')).toBe(byHandle);
    expect(await find('Vases')).toBeNull();
    const own = await make('Vases');
    expect(await find('Vases')).toBe(own);
  });

  it('take a new product in by the request that makes it', async () => {
    const { shop, access, context, make, item } = await open();
    const terms = new Map([[termName({ kind: 'category', path: ['花瓶'] }), await make('花瓶')]]);

    const outcomes = await lister.writer.create([item(vase, { terms })], access, context);

    expect(outcomes).toMatchObject([{ outcome: 'applied', notes: [] }]);
    expect(shop.view().products[0]?.collections).toEqual([...shop.view().collections.keys()]);
  });

  it('are joined by an update beside those that the merchant chose, and not again what he took out', async () => {
    const { shop, access, context, make, merchantMakes, item } = await open();
    const named = async (name: string) =>
      [termName({ kind: 'category', path: [name] }), await make(name)] as const;
    const terms = new Map([await named('Old'), await named('New')]);
    const before = { ...vase, categories: [['Old']] };
    const storeProductId = idOf((await lister.writer.create([item(before, { terms })], access, context))[0]);
    const own = Number(merchantMakes('By hand', 'by-hand').split('/').at(-1));
    shop.merchant.edit(shop.view().products[0]?.id ?? 0, { collections: [own] });

    const after = item(
      { ...vase, categories: [['Old'], ['New']] },
      { terms, storeProductId, former: before },
    );
    const outcomes = await lister.writer.update([after], access, context);
    const titles = shop.view().products[0]?.collections.map((id) => shop.view().collections.get(id)?.title);

    expect(outcomes).toMatchObject([{ outcome: 'applied', notes: [] }]);
    expect(titles).toEqual(['By hand', 'New']);
  });

  it('are news enough to write a product again', async () => {
    const options = { status: 'active', publish: true } as const;
    const hashes = await Promise.all(
      [vase, { ...vase, categories: [] }, { ...vase, categories: [['Other']] }].map((each) =>
        lister.planner.hashOf(each, options),
      ),
    );

    expect(new Set(hashes).size).toBe(3);
  });
});
