import type { Product } from '@bowerbird/catalog/product';
import { type ListingBench, type StoreBench, someProducts } from '../../../../testing/listing/listing.ts';
import { asOwner } from '../../../db/database.ts';
import { compareStore, requestComparison } from '../compare-store.ts';
import { listDrift } from '../list-drift.ts';

/** Returns one realistic product. */
export function one(): Product {
  return someProducts(1)[0] as Product;
}

/** Compares the store with what was listed; returns what differs. */
export async function compare({ services, ownerId, shopId }: StoreBench) {
  await asOwner(services.db, ownerId, (owned) => requestComparison(owned, ownerId, undefined));
  await compareStore(services, ownerId, shopId, new AbortController().signal);
  return await driftOf({ services, ownerId });
}

/** Returns what the last comparison showed to differ. */
export async function driftOf({ services, ownerId }: Pick<StoreBench, 'services' | 'ownerId'>) {
  const { items } = await asOwner(services.db, ownerId, (owned) =>
    listDrift(owned, services, ownerId, { limit: 50 }),
  );
  return items;
}

/** Gives the first variant of every product another price, as the merchant does by hand in the store. */
export function reprice({ shop }: ListingBench, price: string): void {
  for (const { id, variants } of shop.view().products) {
    shop.merchant.edit(id, {
      variants: variants.map((variant, at) => (at === 0 ? { ...variant, price } : variant)),
    });
  }
}
