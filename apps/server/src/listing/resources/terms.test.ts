import { shopify } from '@bowerbird/platforms/shopify/index';
import { expect, it } from 'vitest';
import { testDatabase } from '../../../testing/database/database.ts';
import {
  editProduct,
  type ListingBench,
  listingBench,
  someProducts,
} from '../../../testing/listing/listing.ts';
import { asOwner } from '../../db/database.ts';
import { placed } from './testing/category-bench.ts';

const { db } = await testDatabase();

async function linesOf({ ownerId }: ListingBench, runId: string) {
  return await asOwner(db, ownerId, (owned) =>
    owned
      .selectFrom('listing_item')
      .select(['state', 'field'])
      .where('owner_id', '=', ownerId)
      .where('run_id', '=', runId)
      .execute(),
  );
}

function inCategories(count: number, ...names: string[]) {
  return someProducts(count).map((product) => ({
    ...product,
    categories: names.map((name) => ['Home', name]),
  }));
}

it('makes a collection once for all products that name it, whoever asks first, and puts each product into it', {
  tags: ['slow'],
}, async () => {
  const bench = await listingBench(db);
  const ids = await bench.own(inCategories(6, 'Lamps', 'New in'));
  const [one, other] = [await bench.start(ids.slice(0, 3)), await bench.start(ids.slice(3))];

  await Promise.all([bench.work(one), bench.work(other)]);

  expect([...bench.shop.view().collections.values()].map(({ title }) => title).toSorted()).toEqual([
    'Lamps',
    'New in',
  ]);
  expect(placed(bench)).toEqual(Array.from({ length: 6 }, () => ['Lamps', 'New in']));
});

it('takes a collection of the merchant for the one that is named, though an answer is lost', async () => {
  const bench = await listingBench(db);
  const own = bench.shop.merchant.collects({ title: 'lamps', handle: 'our-lamps' });
  bench.shop.faults.add({ kind: 'lost-after', matching: 'BowerbirdCreateCollection' });
  const ids = await bench.own(inCategories(2, 'Lamps', 'New in'));

  await bench.list(ids);

  expect(bench.shop.view().collections.get(own.id)?.title).toBe('lamps');
  expect(bench.shop.view().collections.size).toBe(2);
  expect(placed(bench)).toEqual([
    ['lamps', 'New in'],
    ['lamps', 'New in'],
  ]);
});

it('joins what became another category, beside what the merchant chose and without what he took out', async () => {
  const bench = await listingBench(db);
  const [before, after] = [inCategories(1, 'Lamps')[0], inCategories(1, 'Lamps', 'Sale')[0]];
  const [id = ''] = await bench.own(before ? [before] : []);
  await bench.list([id]);
  const own = bench.shop.merchant.collects({ title: 'By hand', handle: 'by-hand' });
  bench.shop.merchant.edit(bench.shop.view().products[0]?.id ?? 0, { collections: [own.id] });

  await editProduct(bench, id, after ?? someProducts(1)[0] ?? expect.fail());
  await bench.list([id]);

  expect(placed(bench)).toEqual([['By hand', 'Sale']]);
});

it.each([
  ['joins at once where the store rejected that alone', 1, ['Lamps', 'Sale'], null],
  ['names the categories where the store rejects that again and again', 9, ['Lamps'], 'categories'],
])('%s', { tags: ['slow'] }, async (_, times, collections, field) => {
  const bench = await listingBench(db);
  const [before, after] = [inCategories(1, 'Lamps')[0], inCategories(1, 'Lamps', 'Sale')[0]];
  const [id = ''] = await bench.own(before ? [before] : []);
  await bench.list([id]);
  await editProduct(bench, id, after ?? expect.fail());
  for (let skip = 0; skip < times; skip += 1) {
    // Each request joins first, and writes the product after that, which the store accepts.
    bench.shop.faults.add({ kind: 'refuse', value: 'INVALID', matching: 'collectionsToJoin', skip });
  }

  const { run } = await bench.list([id]);

  expect(placed(bench)).toEqual([collections]);
  expect(await linesOf(bench, run.id)).toMatchObject([{ state: 'listed', field }]);

  bench.shop.faults.clear();
  await editProduct(bench, id, { ...(after ?? expect.fail()), title: 'Lamp, new edition' });
  await bench.list([id]);
  expect(placed(bench)).toEqual([['Lamps', 'Sale']]);
});

it.each([
  ['joins where the store rejected that alone and its answer was lost', 1, ['Lamps', 'Sale'], null],
  ['names the categories where these answers are lost again and again', 9, ['Lamps'], 'categories'],
])('%s', { tags: ['slow'] }, async (_, times, collections, field) => {
  const bench = await listingBench(db);
  const [before, after] = [inCategories(1, 'Lamps')[0], inCategories(1, 'Lamps', 'Sale')[0]];
  const [id = ''] = await bench.own(before ? [before] : []);
  await bench.list([id]);
  await editProduct(bench, id, after ?? expect.fail());
  for (let skip = 0; skip < times; skip += 1) {
    bench.shop.faults.add({ kind: 'refuse', value: 'INVALID', matching: 'collectionsToJoin', skip });
    bench.shop.faults.add({ kind: 'lost-after', matching: 'collectionsToJoin', skip });
  }

  const { run } = await bench.list([id]);

  expect(placed(bench)).toEqual([collections]);
  expect(await linesOf(bench, run.id)).toMatchObject([{ state: 'listed', field }]);
});

it('goes along with bulk operations', async () => {
  const way = shopify.lister?.writer.bulk;
  const slow = { bucket: { maximum: 20_000, restoreRate: 2 } };
  const bench = await listingBench(db, {
    shop: { settings: slow },
    ...(way && { lister: { writer: { bulk: { ...way, minimum: 4, pollMs: 200 } } } }),
  });
  const ids = await bench.own(inCategories(5, 'Lamps'));

  const run = await bench.list(ids);

  const operations = await asOwner(db, bench.ownerId, (owned) =>
    owned.selectFrom('listing_bulk').select('kind').where('owner_id', '=', bench.ownerId).execute(),
  );
  expect(run.counts.listed).toBe(5);
  expect(operations.map(({ kind }) => kind)).toContain('create');
  expect(bench.shop.view().collections.size).toBe(1);
  expect(placed(bench)).toEqual(Array.from({ length: 5 }, () => ['Lamps']));
});
