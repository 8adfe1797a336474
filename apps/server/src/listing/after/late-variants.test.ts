import type { Product } from '@bowerbird/catalog/product';
import { shopline } from '@bowerbird/platforms/shopline/index';
import { createShoplineStore } from '@bowerbird/simulators/shopline/store/shop-store';
import { expect, it } from 'vitest';
import { acceleratedClock } from '../../../testing/clock/accelerated-clock.ts';
import { testDatabase } from '../../../testing/database/database.ts';
import { editProduct, someProducts, storeBench, withinSeconds } from '../../../testing/listing/listing.ts';

const { db } = await testDatabase();

/** An empty SHOPLINE store, and a merchant's product in these sizes, with an inventory of nine each. */
async function listingSizes() {
  const clock = acceleratedClock(20);
  const shop = createShoplineStore({ name: 'simulated', outside: clock, store: { pace: 'free' } });
  const bench = await storeBench(db, {
    clock,
    platform: withinSeconds(shopline),
    simulation: shop,
    connection: 'token',
    credentials: { token: shop.settings.token },
  });
  const [sample] = someProducts(1) as [Product];
  const [first] = sample.variants;
  if (!first) {
    throw new Error('There is no variant.');
  }
  const of = (title: string, ...sizes: string[]): Product => ({
    ...sample,
    title,
    options: [{ name: 'Size', values: sizes }],
    variants: sizes.map((size) => ({ ...first, id: size, sku: size, optionValues: [size], stock: 9 })),
  });
  const inventory = () =>
    shop.view().products[0]?.variants.map(({ sku, number }) => [sku, shop.ledger.inventoryOf(number)]);
  return { shop, bench, of, inventory };
}

it('a variant that an older edition took out of the store, landing late, is for sale again with its stock', {
  tags: ['slow'],
}, async () => {
  const { shop, bench, of, inventory } = await listingSizes();
  const [id = ''] = await bench.own([of('First', 'S')]);
  await bench.list([id]);
  await editProduct(bench, id, of('Second', 'S'));
  await bench.list([id]);
  const [older] = shop.view().products;
  await editProduct(bench, id, of('Third', 'S', 'M'));
  const last = await bench.start([id]);
  await bench.work(last);
  const before = inventory();
  const location = shop.settings.locations.find(({ isDefault }) => isDefault);
  shop.ledger.setLevel(older?.variants[0]?.number ?? 0, location?.id ?? '', 4);
  if (older) {
    shop.ledger.put(older, bench.clock.wall());
  }

  await bench.workOut(last);

  expect(before).toEqual([
    ['S', 9],
    ['M', 9],
  ]);
  expect(shop.view().products.map(({ title }) => title)).toEqual(['Third']);
  // Only the store knows what was sold of the other variant.
  expect(inventory()).toEqual([
    ['S', 4],
    ['M', 9],
  ]);
});

it('a new variant that a late copy of its own edition makes once more gets its stock again', {
  tags: ['slow'],
}, async () => {
  const { shop, bench, of, inventory } = await listingSizes();
  const { fetch } = bench.services;
  const copies: (() => Promise<unknown>)[] = [];
  const [id = ''] = await bench.own([of('First', 'S')]);
  await bench.workOut(await bench.start([id]));
  bench.services.fetch = async (input, init) => {
    if (init?.method === 'PUT' && String(init.body).includes('"variants"')) {
      const { method, headers = {}, body } = init;
      copies.push(() => fetch(input, { method, headers, body: String(body) }));
    }
    return await fetch(input, init);
  };
  await editProduct(bench, id, of('Second', 'S', 'M'));
  const last = await bench.start([id]);
  await bench.work(last);
  const [product] = shop.view().products;
  // Only the store knows the level of a variant that was there before.
  const location = shop.settings.locations.find(({ isDefault }) => isDefault);
  shop.ledger.setLevel(product?.variants[0]?.number ?? 0, location?.id ?? '', 4);
  await copies[0]?.();
  const landed = inventory();

  await bench.workOut(last);

  expect(landed).toEqual([
    ['S', 4],
    ['M', 0],
  ]);
  expect(inventory()).toEqual([
    ['S', 4],
    ['M', 9],
  ]);
});

it('an update that lands late on a product that the merchant deleted leaves nothing behind', {
  tags: ['slow'],
}, async () => {
  const { shop, bench, of } = await listingSizes();
  const { fetch } = bench.services;
  const copies: (() => Promise<unknown>)[] = [];
  const [id = ''] = await bench.own([of('First', 'S')]);
  await bench.workOut(await bench.start([id]));
  bench.services.fetch = async (input, init) => {
    if (init?.method === 'PUT' && String(init.body).includes('"variants"')) {
      const { method, headers = {}, body } = init;
      copies.push(() => fetch(input, { method, headers, body: String(body) }));
    }
    return await fetch(input, init);
  };
  await editProduct(bench, id, of('Second', 'S', 'M'));
  const last = await bench.start([id]);
  await bench.work(last);
  for (const product of shop.view().products) {
    shop.ledger.remove(product, bench.clock.wall());
  }
  await copies[0]?.();
  const landed = shop.view().products.length;

  await bench.workOut(last);

  expect(landed).toBe(1);
  expect(shop.view().products).toEqual([]);
  expect(await bench.rows()).toMatchObject([{ state: 'gone', check_due: false, open_attempt: null }]);
});
