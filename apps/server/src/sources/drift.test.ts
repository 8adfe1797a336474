import type { Product } from '@bowerbird/catalog/product';
import type { CollectRun } from '@bowerbird/contract/collect/collect';
import { platforms } from '@bowerbird/platforms/all';
import { isObject, itemsOf } from '@bowerbird/platforms/reading/unread';
import { sql } from 'kysely';
import { beforeEach, expect, it } from 'vitest';
import { feedShop } from '../../testing/collect/feed-shop.ts';
import { testDatabase } from '../../testing/database/database.ts';
import { mug } from '../../testing/products/products.ts';
import { collectTests } from '../collect/testing.ts';
import { judgeReader } from './drift.ts';
import { findDrift } from './open-drift.ts';
import { watchDelivered } from './watch-delivered.ts';
import { watchReaders } from './watch-reader.ts';

const { db } = await testDatabase();
const tests = await collectTests(db, platforms);

beforeEach(async () => {
  for (const table of ['reader_baseline', 'reader_drift', 'notification_due']) {
    await sql.raw(`delete from ${table}`).execute(db);
  }
});

/** Creates a shop of this many products that lack these fields. */
function shopWithout(count: number, ...fields: string[]) {
  const shop = feedShop(count);
  for (const good of shop.products) {
    for (const field of fields) {
      Object.assign(good, { [field]: field === 'images' ? [] : '' });
    }
  }
  return shop;
}
const collect = (host: string, shop: ReturnType<typeof feedShop>) =>
  tests.collect(`https://${host}.example/`, 'shop', shop);
const fieldsOf = (run: { drift?: { field: string }[] | undefined }) => run.drift?.map(({ field }) => field);
const open = async () => (await findDrift(db)).filter(({ closedAt }) => closedAt === null);
const noticed = async () =>
  (
    await sql<{ params: { field: string; more: number; platform: string }; owner_id: string | null }>`
      select params, owner_id from notification_due where event = 'reader-drift'
    `.execute(db)
  ).rows;

it('marks a run whose reader lost a field it used to find, notifies administrators once, and closes it when it is found again', async () => {
  const first = await collect('known', feedShop(40));

  const lost = await collect('known', shopWithout(40, 'vendor', 'images'));
  const still = await collect('known', shopWithout(40, 'vendor', 'images'));

  expect(first.drift).toEqual([]);
  expect(lost.drift).toEqual([
    { field: 'images', before: 1, now: 0 },
    { field: 'vendor', before: 1, now: 0 },
  ]);
  expect(fieldsOf(still)).toEqual(['images', 'vendor']);
  expect(
    (await noticed()).map(({ params, owner_id }) => [params.platform, params.field, params.more, owner_id]),
  ).toEqual([['Shopify', 'images', 1, null]]);
  expect(await open()).toMatchObject([
    { platform: 'shopify', way: 'list', field: expect.any(String), before: 1, now: 0, runs: 2 },
    { runs: 2 },
  ]);

  const repaired = await collect('known', feedShop(40));

  expect(repaired.drift).toEqual([]);
  expect(await open()).toEqual([]);
  expect((await findDrift(db)).map(({ field }) => field).sort()).toEqual(['images', 'vendor']);
});

it('says nothing of a shop that never had a field', async () => {
  await collect('with-a', feedShop(60));
  await collect('with-b', feedShop(60));

  const bare = await collect('bare', shopWithout(60, 'vendor', 'product_type', 'tags'));
  const again = await collect('bare', shopWithout(60, 'vendor', 'product_type', 'tags'));

  expect([bare.drift, again.drift, await open(), await noticed()]).toEqual([[], [], [], []]);
});

it('says it of a field that new shops lack one after the other, and not while another still has it', {
  tags: ['slow'],
}, async () => {
  await collect('with-a', feedShop(60));
  const runs = [
    await collect('bare-1', shopWithout(30, 'vendor')),
    await collect('bare-2', shopWithout(30, 'vendor')),
  ];
  await collect('with-c', feedShop(30));
  runs.push(
    await collect('bare-3', shopWithout(30, 'vendor')),
    await collect('bare-4', shopWithout(30, 'vendor')),
  );

  expect(runs.map(fieldsOf)).toEqual([[], [], [], []]);
  expect(await open()).toEqual([]);

  const third = await collect('bare-5', shopWithout(30, 'vendor'));

  expect(fieldsOf(third)).toEqual(['vendor']);
  expect(await open()).toMatchObject([{ field: 'vendor', runs: 3 }]);
  await collect('with-d', feedShop(30));
  expect(await open()).toEqual([]);
});

it('holds a new shop to what every shop has', async () => {
  await collect('with-a', feedShop(60));

  expect(fieldsOf(await collect('new', shopWithout(30, 'images')))).toEqual(['images']);
});

it('judges nothing by a few products, and nothing that was seldom there', async () => {
  const seldom = feedShop(40);
  for (const good of seldom.products.slice(0, 20)) {
    Object.assign(good, { vendor: '' });
  }
  await collect('seldom', seldom);
  await collect('few', feedShop(40));

  expect((await collect('seldom', shopWithout(40, 'vendor'))).drift).toEqual([]);
  expect((await collect('few', shopWithout(19, 'vendor'))).drift).toEqual([]);
  expect(await open()).toEqual([]);
});

it('says it when prices or whole products cannot be read any more', async () => {
  await collect('prices', feedShop(40));
  const broken = feedShop(40);
  for (const good of broken.products) {
    const [row] = itemsOf(good.variants).filter(isObject);
    Object.assign(row ?? {}, { price: 'on request' });
  }

  const run = await collect('prices', broken);

  expect(run.drift).toEqual([{ field: 'price', before: 1, now: 0 }]);
});

it('judges what a browser delivers, though it comes in ones', async () => {
  const runId = await tests.start('https://browsed.example/', 'shop');
  const run = { ownerId: tests.ownerId, runId, platform: 'shopify', shop: 'browsed.example' };
  const deliver = async (times: number, product: Product) => {
    for (let at = 0; at < times; at += 1) {
      await watchDelivered(tests.services, run, [product]);
    }
    return ((await tests.get(`/collect/runs/${runId}`)) as CollectRun).drift;
  };
  const sound = { ...mug, vendor: 'Glade' };

  expect(await deliver(20, sound)).toEqual([]);
  expect(await deliver(19, { ...sound, vendor: null })).toEqual([]);
  expect(await deliver(1, { ...sound, vendor: null })).toEqual([{ field: 'vendor', before: 1, now: 0 }]);
  expect(await open()).toMatchObject([{ way: 'browser', field: 'vendor' }]);
  expect(await deliver(20, sound)).toEqual([]);
  expect(await open()).toEqual([]);
});

it('lets what a browser sends say nothing of our own reader of pages', async () => {
  const reader = { platform: 'shopify', way: 'page', shop: 'hash of a shop' };
  const read = (was: number) => judgeReader(db, reader, { product: [20, 20], vendor: [20, was] });
  await read(20);
  await read(0);
  const runId = await tests.start('https://browsed-too.example/', 'shop');
  const run = { ownerId: tests.ownerId, runId, platform: 'shopify', shop: 'browsed-too.example' };

  for (let at = 0; at < 20; at += 1) {
    await watchDelivered(tests.services, run, [{ ...mug, vendor: 'Glade', images: [] }]);
  }

  expect(await open()).toMatchObject([{ way: 'page', field: 'vendor' }]);
  const { rows } = await sql<{ fields: object }>`
    select fields from reader_baseline where way = 'page' and shop = ''
  `.execute(db);
  expect(rows).toMatchObject([{ fields: { product: { products: 40 } } }]);
});

it('keeps no name of a shop where the whole house reads it', async () => {
  await collect('private-shop', feedShop(40));
  await collect('private-shop', shopWithout(40, 'images'));

  const { rows } = await sql<{ row: string }>`
    select reader_baseline::text as row from reader_baseline union all select reader_drift::text from reader_drift
  `.execute(db);
  expect(rows.length).toBeGreaterThan(2);
  expect(JSON.stringify(rows)).not.toContain('private-shop');
});

it('judges runs of one platform that end at the same moment, whichever of its readers each used first', {
  tags: ['slow'],
}, async () => {
  const fields = (): Record<string, [number, number]> => ({ title: [30, 30], vendor: [30, 30] });
  const warned: unknown[] = [];
  const log = { ...tests.services.log, warn: (what: unknown) => warned.push(what) };
  const end = (index: number) =>
    watchReaders(
      { ...tests.services, log },
      { platform: 'shopify', shop: `s${index}.example` },
      index % 2 === 0 ? { list: fields(), page: fields() } : { page: fields(), list: fields() },
    );

  for (let round = 0; round < 5; round += 1) {
    await Promise.all(Array.from({ length: 16 }, (_, index) => end(index)));
  }

  expect(warned).toEqual([]);
  const { rows } = await sql<{ runs: number }>`select runs from reader_baseline where shop = ''`.execute(db);
  expect(rows).toEqual([{ runs: 80 }, { runs: 80 }]);
});
