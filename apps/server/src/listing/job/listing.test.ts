import { expect, it } from 'vitest';
import { testDatabase } from '../../../testing/database/database.ts';
import { listingBench, someProducts } from '../../../testing/listing/listing.ts';

const { db } = await testDatabase();

it('lists each product once, as it is, and certifies that store and ledger agree', {
  tags: ['slow'],
}, async () => {
  const bench = await listingBench(db);
  const ids = await bench.own(someProducts(12));

  const run = await bench.list(ids);

  expect(run.run).toMatchObject({ state: 'complete', done: 12, failed: 0 });
  expect(run.counts.listed).toBe(12);
  const { products, duplicates } = bench.shop.view();
  expect(products).toHaveLength(12);
  expect(duplicates).toEqual([]);
  expect(products.map(({ title }) => title).sort()).toEqual(
    someProducts(12)
      .map(({ title }) => title)
      .sort(),
  );
  expect(products.every(({ publications }) => publications.length === 1)).toBe(true);
  expect(run.certificate).toMatchObject({
    listed: 12,
    open: 0,
    duplicates: 0,
    missing: 0,
    orphans: 0,
    changed: 0,
    agrees: true,
  });
});
