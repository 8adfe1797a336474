import { asOwner } from '../../../../apps/server/src/db/database.ts';
import { comparePage } from '../../../../apps/server/src/listing-states/differences/compare-page.ts';
import { StoreSession } from '../../../../apps/server/src/stores/session.ts';
import type { Stage } from '../stage.ts';

/**
 * Returns products that were hidden once more, and of which no line of a run says so. Where our own delisting arrives
 * late, after the merchant has published the product, nothing hides it once more, and nobody can know of it.
 */
export async function judgeRestored(
  { merchant: { services, ownerId } }: Stage,
  ids: readonly string[],
): Promise<string[]> {
  const hidden = await asOwner(services.db, ownerId, (db) =>
    db
      .selectFrom('listing_attempt as attempt')
      .innerJoin('listing', 'listing.id', 'attempt.listing_id')
      .select('listing.product_id')
      .where('attempt.owner_id', '=', ownerId)
      .where('attempt.kind', '=', 'delist')
      .where('attempt.outcome', '=', 'applied')
      .where('attempt.run_id', 'is', null)
      .execute(),
  );
  const items = await asOwner(services.db, ownerId, (db) =>
    db.selectFrom('listing_item').select(['product_id', 'fault']).where('owner_id', '=', ownerId).execute(),
  );
  const reported = new Set(
    items.flatMap(({ product_id, fault }) => (fault?.code === 'listing.restored-delist' ? [product_id] : [])),
  );
  const onceMore = new Set(hidden.map(({ product_id }) => product_id));
  return ids
    .filter((id) => onceMore.has(id) && !reported.has(id))
    .map((id) => `${id} was hidden once more, and no line of a run says so`);
}

/** Compares the store as each night does; returns products shown by hand that are not reported as store differences. */
export async function judgeDifferences(
  { merchant, simulated }: Stage,
  ids: readonly string[],
): Promise<string[]> {
  if (!simulated.platform.lister?.reader.content.fields.includes('status')) {
    return [];
  }
  const { services, ownerId, storeId } = merchant;
  const session = await StoreSession.open(services, ownerId, storeId);
  const rows = (await merchant.rows()).filter(({ product_id }) => ids.includes(product_id));
  await comparePage(session, rows, true, new AbortController().signal);
  const found = await asOwner(services.db, ownerId, (db) =>
    db
      .selectFrom('listing_comparison')
      .select(['listing_id', 'kinds'])
      .where('owner_id', '=', ownerId)
      .execute(),
  );
  const reported = new Set(
    found.flatMap(({ listing_id, kinds }) => (kinds.includes('status') ? [listing_id] : [])),
  );
  return rows
    .filter(({ id }) => !reported.has(id))
    .map(({ product_id }) => `${product_id} was published by hand, and no store difference says so`);
}
