import type { ProductLife } from '@bowerbird/contract/products/life';
import { sql } from 'kysely';
import type { OwnerDb } from '../../db/database.ts';
import type { AttemptOutcome } from '../../db/tables/listing.ts';
import { findListingMarks } from '../list/listing-marks.ts';
import { runFactsOf } from './life-runs.ts';

type Lines = ProductLife['listing'];

const linesMax = 500;

/** Returns where the product is listed, and every attempt at a store, newest first. */
export async function findListingLife(
  db: OwnerDb,
  ownerId: string,
  productId: string,
): Promise<{ stores: ProductLife['stores']; lines: Lines }> {
  const listings = await db
    .selectFrom('listing')
    .select(['id', 'shop_id', 'listed_revision', 'address', 'fault'])
    .where('owner_id', '=', ownerId)
    .where('product_id', '=', productId)
    .execute();
  if (listings.length === 0) {
    return { stores: [], lines: [] };
  }
  const marks = (await findListingMarks(db, ownerId, [productId])).get(productId) ?? [];
  const shops = await db
    .selectFrom('store')
    .select(['id', 'shop_id'])
    .where('owner_id', '=', ownerId)
    .where(sql<boolean>`id = any(${marks.map(({ storeId }) => storeId)}::uuid[])`)
    .execute();
  const shopOf = new Map(shops.map(({ id, shop_id }) => [id, shop_id]));
  const attempts = await findAttempts(db, ownerId, productId);
  const stores = marks.map((mark) => {
    const listing = listings.find(({ shop_id }) => shop_id === shopOf.get(mark.storeId));
    return {
      ...mark,
      attempts: attempts.filter(({ listing_id }) => listing_id === listing?.id).length,
      listedRevision: listing?.listed_revision ?? null,
      address: listing?.address ?? null,
    };
  });
  const items = await findItems(db, ownerId, productId);
  const facts = await runFactsOf(db, ownerId, { runIds: items.map(({ run_id }) => run_id), userIds: [] });
  const lines = attempts.map((attempt): Lines[number] => {
    const listing = listings.find(({ id }) => id === attempt.listing_id);
    // An attempt does not record its run: it is the newest run begun for this listing before the attempt.
    const item = items.find(
      ({ listing_id, created_at }) => listing_id === attempt.listing_id && created_at <= attempt.intended_at,
    );
    const run = facts.run(item?.run_id ?? null);
    const store = marks.find(({ storeId }) => shopOf.get(storeId) === listing?.shop_id);
    return {
      id: attempt.id,
      at: (attempt.answered_at ?? attempt.intended_at).toISOString(),
      by: run?.by ?? null,
      result: resultOf(attempt.outcome),
      run: run && { id: run.id, title: run.title },
      kind: attempt.kind,
      store: store?.storeName ?? '',
      revision: attempt.revision,
      fault: attempt.outcome === 'refused' ? (listing?.fault ?? null) : null,
    };
  });
  return { stores, lines };
}

function resultOf(outcome: AttemptOutcome): Lines[number]['result'] {
  return outcome === 'applied' ? 'done' : outcome === 'open' ? 'open' : 'failed';
}

async function findAttempts(db: OwnerDb, ownerId: string, productId: string) {
  return await db
    .selectFrom('listing_attempt')
    .innerJoin('listing', 'listing.id', 'listing_attempt.listing_id')
    .select([
      'listing_attempt.id',
      'listing_attempt.listing_id',
      'listing_attempt.kind',
      'listing_attempt.revision',
      'listing_attempt.outcome',
      'listing_attempt.intended_at',
      'listing_attempt.answered_at',
    ])
    .where('listing_attempt.owner_id', '=', ownerId)
    .where('listing.owner_id', '=', ownerId)
    .where('listing.product_id', '=', productId)
    .orderBy('listing_attempt.id', 'desc')
    .limit(linesMax)
    .execute();
}

/** Returns the runs that sent this product to a store, newest first. */
async function findItems(db: OwnerDb, ownerId: string, productId: string) {
  return await db
    .selectFrom('listing')
    .innerJoin('listing_item', 'listing_item.listing_id', 'listing.id')
    .innerJoin('run', 'run.id', 'listing_item.run_id')
    .select(['listing_item.run_id', 'listing_item.listing_id', 'run.created_at'])
    .where('listing.owner_id', '=', ownerId)
    .where('listing.product_id', '=', productId)
    .where('run.owner_id', '=', ownerId)
    .orderBy('run.id', 'desc')
    .limit(linesMax)
    .execute();
}
