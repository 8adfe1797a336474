import { AppError } from '@bowerbird/contract/errors';
import type * as contract from '@bowerbird/contract/listing/listing';
import type {
  ItemState,
  ListingCertificate,
  ListingItem,
  ListingRun,
  ListingStoreJob,
} from '@bowerbird/contract/listing/listing';
import { sql } from 'kysely';
import type { OwnerDb } from '../../db/database.ts';
import { namesOf } from '../../runs/names.ts';
import { getRun, type RunRow, toRun } from '../../runs/runs.ts';
import { getStore } from '../../stores/queries.ts';
import { causeColumn } from '../rejections/reasons.ts';
import { addCounts, countItems, doneOf, type ItemCounts, noItems } from '../runs/items.ts';
import { findPreparation, type Preparation } from '../runs/preparation.ts';
import { findListingRun, findStoreJobs, type StoreJobRow } from '../runs/store-jobs.ts';

/** Returns a listing run as its page shows it. */
export async function viewRun(db: OwnerDb, ownerId: string, runId: string): Promise<ListingRun> {
  const run = await getRun(db, ownerId, runId);
  const listing = await findListingRun(db, ownerId, runId);
  if (!listing) {
    throw new AppError('not-found', `listing run ${runId}`);
  }
  const storeJobs = await findStoreJobs(db, ownerId, runId);
  const preparation = await findPreparation(db, ownerId, runId);
  const counts = withUnwritten(await countItems(db, ownerId, runId), preparation);
  const byShop = new Map([...counts].map(([shop, each]) => [shop, afterCancel(run, each)]));
  const names = await namesOf(db, ownerId, run.created_by ? [run.created_by] : []);
  return {
    run: toRun(run, { createdBy: run.created_by ? (names.get(run.created_by) ?? null) : null }),
    action: listing.action,
    dryRun: listing.dry,
    options: listing.options,
    products: Math.max(await countProducts(db, ownerId, runId), ...Object.values(preparation?.totals ?? {})),
    counts: addCounts(byShop.values()),
    storeJobs: await Promise.all(
      storeJobs.map((storeJob) =>
        viewStoreJob(db, ownerId, storeJob, byShop.get(storeJob.shop_id) ?? noItems()),
      ),
    ),
    certificate: certificateOf(storeJobs),
  };
}

/** Counts items that are still to be written as waiting. */
function withUnwritten(
  counts: Map<string, ItemCounts>,
  preparation: Preparation | undefined,
): Map<string, ItemCounts> {
  for (const [shopId, total] of Object.entries(preparation?.totals ?? {})) {
    const written = counts.get(shopId) ?? noItems();
    const missing = Math.max(0, total - doneOf(written).total);
    counts.set(shopId, { ...written, waiting: written.waiting + missing });
  }
  return counts;
}

async function countProducts(db: OwnerDb, ownerId: string, runId: string): Promise<number> {
  const { count } = await db
    .selectFrom('listing_item')
    .select(sql<string>`count(distinct product_id)`.as('count'))
    .where('owner_id', '=', ownerId)
    .where('run_id', '=', runId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Counts waiting items as cancelled: a run cancelled while it rested had no worker to cancel them. */
function afterCancel(run: RunRow, counts: ItemCounts): ItemCounts {
  return run.state === 'cancelled'
    ? { ...counts, waiting: 0, cancelled: counts.cancelled + counts.waiting }
    : counts;
}

async function viewStoreJob(
  db: OwnerDb,
  ownerId: string,
  storeJob: StoreJobRow,
  counts: ItemCounts,
): Promise<ListingStoreJob> {
  const { store, shop } = await getStore(db, ownerId, storeJob.store_id, true);
  return {
    storeId: store.id,
    storeName: store.name,
    platform: shop.platform,
    state: storeJob.state,
    total: doneOf(counts).total,
    counts,
    perSecond: storeJob.per_second,
    limitUsed: storeJob.limit_used,
    secondsLeft: storeJob.seconds_left,
    fault: storeJob.fault,
  };
}

/** Returns one certificate of all shops; null until each has its own. */
function certificateOf(storeJobs: readonly StoreJobRow[]): ListingCertificate | null {
  const each = storeJobs.flatMap(({ certificate }) => certificate ?? []);
  const [first] = each;
  if (!first || each.length < storeJobs.length) {
    return null;
  }
  const sum = (read: (certificate: ListingCertificate) => number) =>
    each.reduce((total, one) => total + read(one), 0);
  const accepted = each.flatMap((one) => one.accepted ?? []);
  return {
    listed: sum(({ listed }) => listed),
    refused: sum(({ refused }) => refused),
    open: sum(({ open }) => open),
    duplicates: sum(({ duplicates }) => duplicates),
    missing: sum(({ missing }) => missing),
    orphans: sum(({ orphans }) => orphans),
    unfinished: sum(({ unfinished }) => unfinished),
    changed: sum(({ changed }) => changed),
    imagesFailed: sum(({ imagesFailed }) => imagesFailed),
    ...(accepted.length > 0 && { accepted }),
    agrees: each.every(({ agrees }) => agrees),
    guarantee: [...new Set(each.map(({ guarantee }) => guarantee))].join(', '),
    at:
      each
        .map(({ at }) => at)
        .sort()
        .at(-1) ?? first.at,
  };
}

/**
 * Returns products of a run with their state in each store, by their position in the run; the cursor is that position.
 */
export async function viewItems(
  db: OwnerDb,
  ownerId: string,
  runId: string,
  request: {
    cursor?: string | undefined;
    limit: number;
    state?: ItemState | undefined;
    cause?: string | undefined;
  },
): Promise<{ items: ListingItem[]; total: number; nextCursor: string | null }> {
  await getRun(db, ownerId, runId);
  const wanted = db
    .selectFrom('listing_item')
    .where('owner_id', '=', ownerId)
    .where('run_id', '=', runId)
    .$if(request.state !== undefined, (query) => query.where('state', '=', request.state as ItemState))
    .$if(request.cause !== undefined, (query) =>
      query.where('state', '=', 'refused').where(causeColumn, '=', request.cause as string),
    );
  const page = await wanted
    .select(['product_id', (eb) => eb.fn.min('position').as('position')])
    .groupBy('product_id')
    .$if(request.cursor !== undefined, (query) =>
      query.having((eb) => eb(eb.fn.min('position'), '>', Number(request.cursor))),
    )
    .orderBy('position')
    .limit(request.limit)
    .execute();
  const { count } = await wanted
    .select(sql<string>`count(distinct product_id)`.as('count'))
    .executeTakeFirstOrThrow();
  const last = page.at(-1);
  return {
    items: await itemsOf(
      db,
      ownerId,
      runId,
      page.map(({ product_id }) => product_id),
    ),
    total: Number(count),
    nextCursor: page.length === request.limit && last ? String(last.position) : null,
  };
}

async function itemsOf(
  db: OwnerDb,
  ownerId: string,
  runId: string,
  productIds: string[],
): Promise<ListingItem[]> {
  const rows = await db
    .selectFrom('listing_item as item')
    .leftJoin('listing', 'listing.id', 'item.listing_id')
    .leftJoin('product', 'product.id', 'item.product_id')
    .select([
      'item.id', 'item.product_id', 'item.store_id', 'item.listing_id', 'item.title', 'item.state', 'item.at', 'item.fault',
      'item.field', 'item.notes', 'item.undo_group', 'item.reason', 'listing.store_product_id', 'listing.address', 'product.image_url', 'product.sku',
    ]) // biome-ignore format: a list of names
    .where('item.owner_id', '=', ownerId)
    .where('item.run_id', '=', runId)
    .where(sql<boolean>`item.product_id = any(${productIds}::uuid[])`)
    .orderBy('item.store_id')
    .execute();
  const byProduct = Map.groupBy(rows, ({ product_id }) => product_id);
  return productIds.flatMap((productId) => {
    const places = byProduct.get(productId) ?? [];
    const [first] = places;
    return first
      ? [
          {
            productId,
            title: first.title,
            imageUrl: first.image_url,
            sku: first.sku,
            places: places.map((place) => ({
              listingId: place.listing_id,
              storeId: place.store_id,
              state: place.state,
              at: place.at?.toISOString() ?? null,
              fault: place.fault,
              field: place.field,
              ...(place.state === 'refused' && place.notes?.[0] && { said: place.notes[0].said }),
              storeProductId: place.store_product_id,
              storeAddress: place.address,
              undoGroup: place.undo_group,
              reason: place.reason,
            })),
          },
        ]
      : [];
  });
}

type Journal = contract.ListingJournal;

/** Returns what was recorded, sent, answered, looked up and decided for one product in one shop, oldest first. */
export async function viewJournal(db: OwnerDb, ownerId: string, listingId: string): Promise<Journal> {
  const row = await db
    .selectFrom('listing')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where('id', '=', listingId)
    .executeTakeFirst();
  if (!row) {
    throw new AppError('not-found', `listing ${listingId}`);
  }
  const attempts = await db
    .selectFrom('listing_attempt')
    .select(['id', 'kind', 'revision', 'outcome', 'answer', 'intended_at', 'answered_at'])
    .where('owner_id', '=', ownerId)
    .where('listing_id', '=', listingId)
    .orderBy('id')
    .execute();
  const entries = attempts.flatMap((attempt) => {
    const intended = {
      at: attempt.intended_at.toISOString(),
      what: 'intended' as const,
      kind: attempt.kind,
      detail: `r${attempt.revision}`,
      fault: null,
    };
    const what = whatOf(attempt.outcome, attempt.answer);
    if (what === null || attempt.answered_at === null) {
      return [intended];
    }
    const detail = attempt.answer === null ? '' : JSON.stringify(attempt.answer).slice(0, 500);
    const fault = attempt.outcome === 'refused' ? row.fault : null;
    return [intended, { at: attempt.answered_at.toISOString(), what, kind: attempt.kind, detail, fault }];
  });
  return { key: row.key, state: row.state, storeProductId: row.store_product_id, entries };
}

function whatOf(outcome: string, answer: unknown): Journal['entries'][number]['what'] | null {
  switch (outcome) {
    case 'never_sent':
      return 'never-sent';
    case 'applied':
      return typeof answer === 'object' && answer !== null && 'adopted' in answer ? 'adopted' : 'applied';
    case 'refused':
      return 'refused';
    case 'absent':
      return 'absent';
    default:
      return answer === null ? null : 'unknown';
  }
}
