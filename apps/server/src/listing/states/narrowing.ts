import { isSame } from '@bowerbird/catalog/merge/same';
import type { Product } from '@bowerbird/catalog/product';
import { sql } from 'kysely';
import type { OwnerDb } from '../../db/database.ts';
import { bodyOf, contentIn } from '../../db/listing-content.ts';
import type { Decided, Difference } from '../../db/tables/listing-states.ts';
import { isAmount, valueAt, withValue } from './keys.ts';

interface Known {
  product_id: string;
  decided: Record<string, Decided> | null;
  differences: Difference[] | null;
  sent: Buffer | null;
  what: 'some' | 'amounts' | null;
  kept: Record<string, unknown> | null;
}

/**
 * What of a product that is ready is sent to a store; `priceAndInventoryOnly`: nothing but its prices and inventory is
 * new.
 */
export type Narrowing = (
  productId: string,
  ready: Product,
) => { product: Product; priceAndInventoryOnly?: true };

/**
 * Determines how much of each product a run carries. What a person left to the store stays as the store has it, as long
 * as our own value is the one it was left for. In a run that carries a part only, everything else is what was sent
 * last, with what the store changed since.
 */
export async function findNarrowing(
  db: OwnerDb,
  ownerId: string,
  runId: string,
  shopId: string,
  productIds: readonly string[],
): Promise<Narrowing> {
  const { rows } = await sql<Known>`
    select listing.product_id, comparison.decided, comparison.differences, narrowing.what, narrowing.kept,
      case when narrowing.what = 'amounts' then ${bodyOf('attempt')} end as sent
    from listing
    left join listing_comparison as comparison
      on comparison.listing_id = listing.id and comparison.owner_id = ${ownerId}
    left join listing_narrowing as narrowing
      on narrowing.run_id = ${runId} and narrowing.shop_id = ${shopId} and narrowing.owner_id = ${ownerId}
        and (narrowing.product_id is null or narrowing.product_id = listing.product_id)
    left join listing_attempt as attempt
      on attempt.id = listing.listed_attempt and attempt.owner_id = ${ownerId}
    where listing.owner_id = ${ownerId} and listing.shop_id = ${shopId}
      and listing.product_id = any(${productIds}::uuid[])
      and (comparison.listing_id is not null or narrowing.run_id is not null)
  `.execute(db);
  const known = new Map(rows.map((row) => [row.product_id, row]));
  return (productId, ready) => {
    const row = known.get(productId);
    return row ? narrowed(row, ready) : { product: ready };
  };
}

function narrowed(
  { what, kept, decided, differences, ...row }: Known,
  ready: Product,
): ReturnType<Narrowing> {
  const sent = contentIn(row.sent);
  const left = Object.entries(decided ?? {}).filter(
    ([key, { how, ours }]) => how === 'left' && isSame(valueAt(ready, key), ours),
  );
  const whole = left.reduce((product, [key, { store }]) => withValue(product, key, store), ready);
  if (what === 'amounts' && sent) {
    const theirs = (differences ?? []).filter(({ key }) => !isAmount(key));
    const there = theirs.reduce((product, { key, store }) => withValue(product, key, store), sent);
    return { product: withPriceAndInventory(there, whole), priceAndInventoryOnly: true };
  }
  const product = Object.entries(kept ?? {}).reduce((so, [key, value]) => withValue(so, key, value), whole);
  return { product };
}

/** Returns the first product with the prices and the inventory of the second. */
export function withPriceAndInventory(product: Product, from: Product): Product {
  const byId = new Map(from.variants.map((variant) => [variant.id, variant]));
  return {
    ...product,
    currency: from.currency,
    variants: product.variants.map((variant) => {
      const other = byId.get(variant.id);
      if (!other) {
        return variant;
      }
      const { price, compareAtPrice, stock, available, cost } = other;
      return { ...variant, price, compareAtPrice, stock, available, cost };
    }),
  };
}
