import { defaultLocation } from '@bowerbird/simulators/shopify/admin/admin-context';
import { expect, it } from 'vitest';
import { testDatabase } from '../../../testing/database/database.ts';
import { listingBench, someProducts } from '../../../testing/listing/listing.ts';
import { resolveConflicts } from '../api/conflicts.ts';

const { db } = await testDatabase();

/**
 * A Shopify store in which an unmanaged product of the merchant holds our handle, and is chosen to become ours.
 * @param counted the inventory of each variant in the store; null where it is not tracked
 */
async function takenOver(choices: boolean, counted: number | null) {
  const bench = await listingBench(db, { times: 40 });
  const [product] = someProducts(1).map((sample) => ({
    ...sample,
    options: choices ? sample.options : [],
    variants: sample.variants.slice(0, choices ? undefined : 1).map((variant) => ({
      ...variant,
      ...(!choices && { optionValues: [], imageUrl: null }),
      stock: 7,
      available: true,
    })),
  }));
  if (!product) {
    throw new Error('No product to list.');
  }
  bench.shop.faults.add({ kind: 'unmanaged', value: product.variants[0]?.sku ?? '' });
  await bench.list(await bench.own([product]));
  const [holder] = bench.shop.view().products;
  if (holder && counted !== null) {
    const stock = { [defaultLocation.id]: counted };
    const variants = holder.variants.map((variant) => ({ ...variant, tracked: true, stock }));
    bench.shop.merchant.edit(holder.id, { variants });
  }
  const listingIds = (await bench.rows()).map(({ id }) => id);
  const { services, ownerId, shopId } = bench;
  const request = { which: { listingIds }, choice: 'adopt' as const, createdBy: null };
  const { runIds, resolved } = await resolveConflicts(services, ownerId, request);
  for (const runId of runIds) {
    await bench.work({ runId, ownerId, key: shopId });
  }
  const there = bench.shop.view().products;
  return {
    resolved,
    product,
    isHolder: there.length === 1 && there[0]?.id === holder?.id,
    title: there[0]?.title,
    collections: there[0]?.collections.length,
    inventory: (there[0]?.variants ?? []).map(({ stock }) =>
      Object.values(stock).reduce((sum, inventory) => sum + inventory, 0),
    ),
  };
}

it('variants that a product did not have before it was taken over can be bought, with our inventory', {
  tags: ['slow'],
}, async () => {
  const { resolved, product, isHolder, title, inventory, collections } = await takenOver(true, null);

  expect([resolved, isHolder, title, collections]).toEqual([
    1,
    true,
    product.title,
    product.categories.length,
  ]);
  expect(inventory).toEqual(product.variants.map(() => 7));
});

it.each([
  ['keeps the pieces that the store counts', 12, 12],
  ['keeps none where the store counts none left', 0, 0],
  ['gets ours where the store does not count it', null, 7],
])('a variant that it had %s', { tags: ['slow'] }, async (_, counted, kept) => {
  const { resolved, product, isHolder, title, inventory } = await takenOver(false, counted);

  expect([resolved, isHolder, title]).toEqual([1, true, product.title]);
  expect(inventory).toEqual([kept]);
});
