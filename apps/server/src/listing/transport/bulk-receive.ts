import type { Bulk, BulkOperation } from '@bowerbird/platforms/listing/bulk';
import type { Outcome } from '@bowerbird/platforms/listing/writes';
import { sql } from 'kysely';
import { mapConcurrently } from '../../async/map-concurrently.ts';
import type { OwnerDb } from '../../db/database.ts';
import { bodyOf } from '../../db/listing-content.ts';
import { productsByIds } from '../../products/list/selection.ts';
import { atTheBeginning, type Sent, type Work } from '../engine/work.ts';
import { type AttemptRow, attemptsIn } from '../ledger/attempts.ts';
import { type BulkRow, endBulk } from '../ledger/bulk-ledger.ts';
import type { ListingRow } from '../ledger/ledger.ts';
import type { ItemRow } from '../runs/items.ts';
import { inStoreJob, type StoreJob, StoreJobHeld } from '../store-job/store-job.ts';
import { receive } from './receive.ts';

/** Results recorded together. */
const pageSize = 100;
const width = 8;

type KnownOutcome = { line: number; outcome: Exclude<Outcome, { outcome: 'throttled' }> };

/**
 * Records the outcome of each line of an operation that has ended, or was never found; a line without a result is in
 * doubt. An outcome that makes the whole store job rest is thrown once all are recorded.
 */
export async function takeDown(
  storeJob: StoreJob,
  way: Bulk,
  bulk: BulkRow,
  operation: BulkOperation | null,
): Promise<void> {
  const holds: StoreJobHeld[] = [];
  if (operation?.resultsAt) {
    const keys = await inStoreJob(storeJob, (db) => keysOf(db, bulk));
    const access = await storeJob.session.access(storeJob.cut);
    const context = storeJob.session.context(storeJob.cut);
    let some: KnownOutcome[] = [];
    for await (const { line, outcome } of way.results(
      bulk.kind,
      operation.resultsAt,
      keys,
      access,
      context,
    )) {
      await storeJob.injectFault('bulk.result-line-k');
      if (outcome.outcome !== 'throttled') {
        some.push({ line, outcome });
      }
      if (some.length >= pageSize) {
        holds.push(...(await receiveAll(storeJob, bulk, some)));
        some = [];
      }
    }
    holds.push(...(await receiveAll(storeJob, bulk, some)));
  }
  await leaveRestUnknown(
    storeJob,
    bulk,
    operation === null ? 'the operation was not found' : 'no word of this line',
  );
  await inStoreJob(storeJob, (db) => endBulk(db, storeJob.ownerId, bulk.id));
  if (holds[0]) {
    throw holds[0];
  }
}

async function keysOf(db: OwnerDb, { owner_id, id }: BulkRow): Promise<string[]> {
  const rows = await db
    .selectFrom('listing_attempt')
    .innerJoin('listing', 'listing.id', 'listing_attempt.listing_id')
    .select(['listing_attempt.line', 'listing.key'])
    .where('listing_attempt.owner_id', '=', owner_id)
    .where('listing_attempt.request_id', '=', id)
    .$narrowType<{ line: number }>()
    .execute();
  const keys: string[] = [];
  for (const { line, key } of rows) {
    keys[line] = key;
  }
  return keys;
}

/**
 * Records outcomes of lines that have none yet. Outcomes that make the whole store job rest are returned, so that the
 * others are recorded first.
 */
async function receiveAll(
  storeJob: StoreJob,
  bulk: BulkRow,
  reported: readonly KnownOutcome[],
): Promise<StoreJobHeld[]> {
  const lines = reported.map(({ line }) => line);
  const sent = await sentOf(storeJob, bulk, lines);
  const holds: StoreJobHeld[] = [];
  await mapConcurrently(reported, width, async ({ line, outcome }) => {
    const each = sent.get(line);
    if (!each) {
      return;
    }
    try {
      await receive(storeJob, each, outcome);
    } catch (thrown) {
      if (!(thrown instanceof StoreJobHeld)) {
        throw thrown;
      }
      holds.push(thrown);
    }
  });
  return holds;
}

async function leaveRestUnknown(storeJob: StoreJob, bulk: BulkRow, because: string): Promise<void> {
  let after = -1;
  for (;;) {
    const lines = await inStoreJob(storeJob, (db) => openLines(db, bulk, after));
    const last = lines.at(-1);
    if (last === undefined) {
      return;
    }
    after = last;
    await receiveAll(
      storeJob,
      bulk,
      lines.map((line) => ({ line, outcome: { outcome: 'unknown', because } })),
    );
  }
}

async function openLines(db: OwnerDb, { owner_id, id }: BulkRow, after: number): Promise<number[]> {
  const found = await db
    .selectFrom('listing_attempt')
    .select('line')
    .where('owner_id', '=', owner_id)
    .where('request_id', '=', id)
    .where('outcome', '=', 'open')
    .where('line', '>', after)
    .orderBy('line')
    .limit(pageSize)
    .$narrowType<{ line: number }>()
    .execute();
  return found.map(({ line }) => line);
}

/** Returns these lines as they were sent, rebuilt from what was recorded; those that have an outcome are left out. */
async function sentOf(
  storeJob: StoreJob,
  bulk: BulkRow,
  lines: readonly number[],
): Promise<Map<number, Sent>> {
  return await inStoreJob(storeJob, async (db) => {
    const found = await db
      .selectFrom('listing_attempt as attempt')
      .selectAll('attempt')
      .select(bodyOf('attempt').as('body'))
      .where('owner_id', '=', storeJob.ownerId)
      .where('request_id', '=', bulk.id)
      .where('outcome', '=', 'open')
      .where(sql<boolean>`line = any(${[...lines]}::int[])`)
      .execute();
    const attempts = attemptsIn(found);
    const listingIds = attempts.map(({ listing_id }) => listing_id);
    const rows = await db
      .selectFrom('listing')
      .selectAll()
      .where('owner_id', '=', storeJob.ownerId)
      .where(sql<boolean>`id = any(${listingIds}::uuid[])`)
      .execute();
    const items = await db
      .selectFrom('listing_item')
      .selectAll()
      .where('owner_id', '=', storeJob.ownerId)
      .where('run_id', '=', bulk.run_id ?? storeJob.runId)
      .where(sql<boolean>`listing_id = any(${listingIds}::uuid[])`)
      .execute();
    const products = await productsByIds(
      db,
      storeJob.ownerId,
      attempts.every(({ body }) => body !== null) ? [] : rows.map(({ product_id }) => product_id),
    );
    const rowById = new Map(rows.map((row) => [row.id, row]));
    const itemByListing = new Map(items.map((item) => [item.listing_id, item]));
    const productById = new Map(products.map((each) => [each.id, each.product]));
    const sent = new Map<number, Sent>();
    for (const attempt of attempts) {
      const row = rowById.get(attempt.listing_id);
      const product = attempt.body ?? productById.get(row?.product_id ?? '');
      // Decided by another worker already, or its product was deleted meanwhile: left to the next look.
      if (row?.open_attempt === attempt.id && product && attempt.line !== null) {
        const item = itemByListing.get(row.id) ?? null;
        sent.set(attempt.line, sentBefore(attempt, row, item, product));
      }
    }
    return sent;
  });
}

function sentBefore(
  attempt: AttemptRow,
  row: ListingRow,
  item: ItemRow | null,
  product: Work['product'],
): Sent {
  const work: Work = {
    row,
    item,
    product,
    revision: attempt.revision,
    options: attempt.options,
    hash: attempt.hash ?? '',
    ...atTheBeginning,
  };
  const kind = attempt.kind === 'create' || attempt.kind === 'publish' ? attempt.kind : 'update';
  return {
    write: { work, kind, target: attempt.target, images: new Map(), instead: null },
    attemptId: attempt.id,
    row,
  };
}
