import { expect, it } from 'vitest';
import { testDatabase } from '../../../testing/database/database.ts';
import { listingBench, someProducts } from '../../../testing/listing/listing.ts';

const { db } = await testDatabase();

it('a product that the merchant deleted does not come back by a late copy of our request', async () => {
  const bench = await listingBench(db, { times: 200 });
  const { faults } = bench.shop;
  faults.add({ kind: 'merchant-delete', matching: 'productSet', count: 1 });
  faults.add({ kind: 'twice', value: 5000, matching: 'productSet', count: 1 });
  const request = await bench.start(await bench.own(someProducts(1)));

  await bench.workOut(request);

  expect([faults.hits.get('merchant-delete'), faults.hits.get('twice')]).toEqual([1, 1]);
  expect(bench.shop.view().products).toEqual([]);
  expect(await bench.rows()).toMatchObject([{ state: 'gone', open_attempt: null, check_due: false }]);
});
