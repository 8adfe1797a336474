import type { Product } from '@bowerbird/catalog/product';
import { shopify } from '@bowerbird/platforms/shopify/index';
import type { StoreSettings } from '@bowerbird/simulators/shopify/settings';
import { expect } from 'vitest';
import { type ListingBench, listingBench } from '../../../../testing/listing/listing.ts';
import { asOwner, type Db } from '../../../db/database.ts';

/** A store in which few products are worth an operation, and attempts are not in doubt for long. */
export async function bulkBench(
  db: Db,
  settings: Partial<StoreSettings> = {},
  atOnce = 1,
): Promise<ListingBench> {
  const own = shopify.lister?.writer.bulk;
  const bulk = own ? { ...own, minimum: 3, linesMax: 8, atOnce, pollMs: 200 } : null;
  return await listingBench(db, {
    times: 20,
    // So slow by its limit that any operation is quicker.
    shop: { settings: { bucket: { maximum: 20_000, restoreRate: 2 }, ...settings } },
    lister: {
      features: { times: { deadlineMs: 8000, timeoutMs: 8000, latenessMs: 1000 } },
      ...(bulk && { writer: { bulk } }),
    },
  });
}

/**
 * Asserts that every product is in the store once, with its own title, shown, and that the ledger is bound to just that
 * one.
 */
export async function expectOnce(bench: ListingBench, products: readonly Product[]): Promise<void> {
  const there = bench.shop.view();
  const rows = await bench.rows();
  const titles = products.map(({ title }) => title).sort();
  expect(there.products.map(({ title }) => title).sort()).toEqual(titles);
  expect(there.duplicates).toEqual([]);
  expect([...there.createdByKey.values()].every((times) => times === 1)).toBe(true);
  expect(rows.map(({ state, published }) => [state, published])).toEqual(
    products.map(() => ['listed', true]),
  );
  const titleByKey = new Map(there.products.map((each) => [`gid://shopify/Product/${each.id}`, each.title]));
  const bound = rows.map(({ store_product_id }) => titleByKey.get(store_product_id ?? ''));
  expect(bound.sort()).toEqual(titles);
}

/** Counts how often a product was created or updated. */
export function contentWrites(bench: ListingBench): number {
  return bench.shop.view().history.filter(({ action }) => action === 'create' || action === 'update').length;
}

/** Returns the merchant's attempts, oldest first. */
export function attemptsOf(bench: ListingBench) {
  return asOwner(bench.services.db, bench.ownerId, (owned) =>
    owned
      .selectFrom('listing_attempt')
      .select(['id', 'kind', 'outcome', 'answer'])
      .where('owner_id', '=', bench.ownerId)
      .orderBy('id')
      .execute(),
  );
}

/** Returns the operations that were begun, or may have been, for this kind of write. */
export async function operationsOf(
  bench: ListingBench,
  kind: 'create' | 'update' | 'publish',
): Promise<string[]> {
  const found = await asOwner(bench.services.db, bench.ownerId, (owned) =>
    owned.selectFrom('listing_bulk').select('id').where('kind', '=', kind).execute(),
  );
  return found.map(({ id }) => id);
}
