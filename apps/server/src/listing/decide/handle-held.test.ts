import { expect, it } from 'vitest';
import { testDatabase } from '../../../testing/database/database.ts';
import { editProduct, listingBench, someProducts } from '../../../testing/listing/listing.ts';
import { resolveConflicts } from '../api/conflicts.ts';

const { db } = await testDatabase();

it('an update whose new handle another product of the store holds is rejected by that name, and can be renamed', {
  tags: ['slow'],
}, async () => {
  const bench = await listingBench(db, { times: 40 });
  const [product] = someProducts(1);
  if (!product) {
    throw new Error('No product to list.');
  }
  const [id = ''] = await bench.own([product]);
  await bench.list([id]);
  bench.shop.merchant.unmanagedHolds('THEIRS-1', 'second-edition');
  const { fetch } = bench.services;
  let writes = 0;
  bench.services.fetch = async (input, init) => {
    writes += typeof init?.body === 'string' && init.body.includes('productSet(') ? 1 : 0;
    return await fetch(input, init);
  };
  const titles = () =>
    bench.shop
      .view()
      .products.map(({ title, handle }) => [title, handle])
      .sort();

  await editProduct(bench, id, { ...product, title: 'Second edition', handle: 'second-edition' });
  const run = await bench.list([id]);

  expect(await bench.rows()).toMatchObject([
    { state: 'refused', field: 'handle', fault: { code: 'store.handle-taken' }, created_by_us: true },
  ]);
  expect(run.counts).toMatchObject({ refused: 1, listed: 0 });
  expect(writes).toBe(1);
  expect(titles()).toEqual([
    [product.title, product.handle],
    ["Somebody else's second-edition", 'second-edition'],
  ]);

  const { services, ownerId, shopId } = bench;
  const listingIds = (await bench.rows()).map((row) => row.id);
  const { runIds } = await resolveConflicts(services, ownerId, {
    which: { listingIds },
    choice: 'rename',
    createdBy: null,
  });
  for (const runId of runIds) {
    await bench.work({ runId, ownerId, key: shopId });
  }

  expect(await bench.rows()).toMatchObject([{ state: 'listed', fault: null }]);
  expect(titles()).toEqual([
    ['Second edition', 'second-edition-2'],
    ["Somebody else's second-edition", 'second-edition'],
  ]);
});
