import { noRules } from '@bowerbird/catalog/listing-rules/rules';
import type { Product } from '@bowerbird/catalog/product';
import type { Fault } from '@bowerbird/contract/runs';
import type { OwnerDb } from '../db/database.ts';
import { nothingReported } from './facts.ts';
import { findGuard } from './guard.ts';
import { rulingOf, stoppedAnywhere } from './ruling.ts';

/** What of the price guard is about the price that a product has before any store. */
const aboutPrice: readonly string[] = ['risk.below-cost', 'risk.margin', 'risk.margin-unknown'];

/**
 * Returns what of the merchant's price guard stops a product as it was made of what its source states; null lets it go. A price that
 * the source states and that nothing changed is let go: it is looked at when it goes to a store, with the rules of that store.
 */
export async function findPriceGuard(
  db: OwnerDb,
  ownerId: string,
): Promise<(read: Product, made: Product) => Fault | null> {
  const ruling = rulingOf(null, noRules, await findGuard(db, ownerId));
  return (read, made) => {
    const before = new Map(read.variants.map(({ id, price }) => [id, price]));
    if (made.variants.every(({ id, price }) => before.get(id) === price)) {
      return null;
    }
    const { currency, variants } = read;
    const found = stoppedAnywhere(ruling, made, { ...nothingReported, source: { currency, variants } });
    const risk = found.find(({ code }) => aboutPrice.includes(code));
    return risk ? { code: risk.code, params: risk.params } : null;
  };
}
