import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { testDatabase } from '../../../testing/database/database.ts';
import { type ListingBench, listingBench, someProducts } from '../../../testing/listing/listing.ts';
import { asOwner } from '../../db/database.ts';
import { recordIn } from '../engine/record.ts';
import { Fenced } from '../ledger/ledger.ts';
import { declareOrigin } from './restore.ts';

const { db } = await testDatabase();

/** Deletes everything this merchant listed since then from the database, as restoring a backup of then does. */
async function putBack({ ownerId }: ListingBench, listings: readonly string[]): Promise<void> {
  await asOwner(db, ownerId, async (owned) => {
    await sql`delete from listing where owner_id = ${ownerId} and not (id = any(${listings}::uuid[]))`.execute(
      owned,
    );
  });
}

it('a database restored from yesterday lists nothing twice', { tags: ['slow'] }, async () => {
  const bench = await listingBench(db, { times: 200 });
  const products = someProducts(6);
  const ids = await bench.own(products);
  await bench.list(ids.slice(0, 3));
  const kept = (await bench.rows()).map(({ id }) => id);
  await bench.list(ids);
  await putBack(bench, kept);
  const made = bench.shop.view().products.length;

  expect((await bench.list(ids)).run.state).toBe('held');
  await declareOrigin(bench.services, 'restored');
  const request = await bench.start(ids);
  await bench.workOut(request);

  const { products: there, duplicates } = bench.shop.view();
  expect((await bench.view(request.runId)).run.state).toBe('complete');
  expect(there).toHaveLength(made);
  expect(duplicates).toEqual([]);
  expect((await bench.rows()).map(({ state }) => state)).toEqual(products.map(() => 'listed'));
});

it('what was sent before the restore and arrives after it is adopted, not doubled', {
  tags: ['slow'],
}, async () => {
  const bench = await listingBench(db, { times: 200, lister: { features: { storeSideKey: false } } });
  const products = someProducts(3);
  const ids = await bench.own(products);
  await bench.list(ids.slice(0, 1));
  const kept = (await bench.rows()).map(({ id }) => id);
  bench.shop.faults.add({ kind: 'late', value: 20_000, matching: 'productSet', count: 2 });
  const request = await bench.start(ids);
  // Both are on their way; then the worker stands still for ever, at whatever point it reaches.
  const areSent = () => (bench.shop.faults.hits.get('late') ?? 0) >= 2;
  void bench
    .work(request, () => (areSent() ? new Promise<void>(() => undefined) : undefined))
    .catch(() => undefined);
  while (!areSent()) {
    await bench.clock.sleep(200);
  }
  await bench.clock.sleep(5000);
  await putBack(bench, kept);
  await declareOrigin(bench.services, 'restored');

  const again = await bench.start(ids);
  await bench.workOut(again);

  const { products: there, duplicates } = bench.shop.view();
  expect(there.map(({ title }) => title).sort()).toEqual(products.map(({ title }) => title).sort());
  expect(duplicates).toEqual([]);
});

it('a worker from before the restore cannot write', async () => {
  const bench = await listingBench(db);
  await bench.list(await bench.own(someProducts(1)));
  const [held] = await bench.rows();

  await declareOrigin(bench.services, 'restored');

  if (!held) {
    throw new Error('no row');
  }
  await expect(
    asOwner(db, bench.ownerId, (owned) => recordIn(owned, null, held, 'seenGone')),
  ).rejects.toThrow(Fenced);
});

it('a copy lists under keys of its own', { tags: ['slow'] }, async () => {
  const bench = await listingBench(db, { times: 200 });
  const ids = await bench.own(someProducts(2));
  await bench.list(ids.slice(0, 1));
  bench.shop.faults.add({ kind: 'refuse', value: 'TITLE_BLANK', matching: 'productSet' });
  await bench.list(ids);
  const keysBefore = new Map((await bench.rows()).map(({ product_id, key }) => [product_id, key]));

  await declareOrigin(bench.services, 'copied');

  for (const { product_id, key, store_product_id } of await bench.rows()) {
    expect(key === keysBefore.get(product_id)).toBe(store_product_id !== null);
  }
});
