import type { Product } from '@bowerbird/catalog/product';
import { sql } from 'kysely';
import type { OwnerDb } from '../../db/database.ts';
import { jsonText } from '../../db/json-text.ts';
import type { Decided, Difference } from '../../db/tables/listing-states.ts';

/** What was read of a product in its store, with what was found and decided about it. */
export interface NewSnapshot {
  seenHash: string;
  product: Product | null;
  clean: Product | null;
  differences: readonly Difference[];
  kinds: readonly string[];
  decided: Record<string, Decided>;
}

/** Saves what a store has of a listed product, in place of what was read before. */
export async function saveSnapshot(
  db: OwnerDb,
  ownerId: string,
  row: { id: string; shop_id: string; listed_attempt: string | null },
  snapshot: NewSnapshot,
): Promise<void> {
  const values = {
    attempt_id: row.listed_attempt,
    seen_hash: snapshot.seenHash,
    product: snapshot.product && jsonText(snapshot.product),
    clean: snapshot.clean && jsonText(snapshot.clean),
    differences: jsonText(snapshot.differences),
    kinds: [...snapshot.kinds],
    decided: jsonText(snapshot.decided),
  };
  await db
    .insertInto('listing_comparison')
    .values({ listing_id: row.id, owner_id: ownerId, shop_id: row.shop_id, ...values })
    .onConflict((conflict) =>
      conflict.column('listing_id').doUpdateSet({ ...values, read_at: sql<Date>`now()` }),
    )
    .execute();
}
