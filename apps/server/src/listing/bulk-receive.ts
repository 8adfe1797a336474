import type { Bulk, BulkOperation } from '@bowerbird/platforms/listing/bulk';
import type { Fate } from '@bowerbird/platforms/listing/writes';
import { sql } from 'kysely';
import type { OwnerDb } from '../db/database.ts';
import { productsByIds } from '../products/selection.ts';
import type { AttemptRow } from './attempts.ts';
import { type BulkRow, endBulk } from './bulk-ledger.ts';
import type { ItemRow } from './items.ts';
import { inLane, type Lane, LaneHeld } from './lane.ts';
import type { ListingRow } from './ledger.ts';
import { pool } from './pool.ts';
import { receive } from './receive.ts';
import { atTheBeginning, type Sent, type Work } from './work.ts';

/** Results taken down together. */
const pageSize = 100;
const width = 8;

type Told = { line: number; fate: Exclude<Fate, { fate: 'throttled' }> };

/**
 * Takes down what became of each line of an operation that has ended, or was never found; a line without a word is a doubt.
 * What rests the whole lane is thrown once all are told.
 */
export async function takeDown(
  lane: Lane,
  way: Bulk,
  bulk: BulkRow,
  operation: BulkOperation | null,
): Promise<void> {
  const holds: LaneHeld[] = [];
  if (operation?.resultsAt) {
    const keys = await inLane(lane, (db) => keysOf(db, bulk));
    const access = await lane.session.access(lane.cut);
    const context = lane.session.context(lane.cut);
    let some: Told[] = [];
    for await (const { line, fate } of way.results(bulk.kind, operation.resultsAt, keys, access, context)) {
      await lane.strike('bulk.result-line-k');
      if (fate.fate !== 'throttled') {
        some.push({ line, fate });
      }
      if (some.length >= pageSize) {
        holds.push(...(await receiveAll(lane, bulk, some)));
        some = [];
      }
    }
    holds.push(...(await receiveAll(lane, bulk, some)));
  }
  await doubtRest(lane, bulk, operation === null ? 'the operation was not found' : 'no word of this line');
  await inLane(lane, (db) => endBulk(db, lane.ownerId, bulk.id));
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
    .execute();
  const keys: string[] = [];
  for (const { line, key } of rows) {
    keys[line] = key;
  }
  return keys;
}

/** Takes down fates of lines that have none yet. What rests the whole lane is answered, so that the others are told first. */
async function receiveAll(lane: Lane, bulk: BulkRow, told: readonly Told[]): Promise<LaneHeld[]> {
  const lines = told.map(({ line }) => line);
  const sent = await sentOf(lane, bulk, lines);
  const holds: LaneHeld[] = [];
  await pool(told, width, async ({ line, fate }) => {
    const each = sent.get(line);
    if (!each) {
      return;
    }
    try {
      await receive(lane, each, fate);
    } catch (thrown) {
      if (!(thrown instanceof LaneHeld)) {
        throw thrown;
      }
      holds.push(thrown);
    }
  });
  return holds;
}

async function doubtRest(lane: Lane, bulk: BulkRow, because: string): Promise<void> {
  let after = -1;
  for (;;) {
    const lines = await inLane(lane, (db) => openLines(db, bulk, after));
    const last = lines.at(-1);
    if (last === undefined) {
      return;
    }
    after = last;
    await receiveAll(
      lane,
      bulk,
      lines.map((line) => ({ line, fate: { fate: 'doubt', because } })),
    );
  }
}

async function openLines(db: OwnerDb, { owner_id, id }: BulkRow, after: number): Promise<number[]> {
  const found = await db
    .selectFrom('listing_attempt')
    .select('line')
    .where('owner_id', '=', owner_id)
    .where('request_id', '=', id)
    .where('fate', '=', 'open')
    .where('line', '>', after)
    .orderBy('line')
    .limit(pageSize)
    .execute();
  return found.map(({ line }) => line);
}

/** These lines as they were sent, made again from what was written down; those that have a fate are left out. */
async function sentOf(lane: Lane, bulk: BulkRow, lines: readonly number[]): Promise<Map<number, Sent>> {
  return await inLane(lane, async (db) => {
    const attempts = await db
      .selectFrom('listing_attempt')
      .selectAll()
      .where('owner_id', '=', lane.ownerId)
      .where('request_id', '=', bulk.id)
      .where('fate', '=', 'open')
      .where(sql<boolean>`line = any(${[...lines]}::int[])`)
      .execute();
    const listingIds = attempts.map(({ listing_id }) => listing_id);
    const rows = await db
      .selectFrom('listing')
      .selectAll()
      .where('owner_id', '=', lane.ownerId)
      .where(sql<boolean>`id = any(${listingIds}::uuid[])`)
      .execute();
    const items = await db
      .selectFrom('listing_item')
      .selectAll()
      .where('owner_id', '=', lane.ownerId)
      .where('run_id', '=', bulk.run_id ?? lane.runId)
      .where(sql<boolean>`listing_id = any(${listingIds}::uuid[])`)
      .execute();
    const products = await productsByIds(
      db,
      lane.ownerId,
      attempts.every(({ body }) => body !== null) ? [] : rows.map(({ product_id }) => product_id),
    );
    const rowById = new Map(rows.map((row) => [row.id, row]));
    const itemByListing = new Map(items.map((item) => [item.listing_id, item]));
    const productById = new Map(products.map((each) => [each.id, each.product]));
    const sent = new Map<number, Sent>();
    for (const attempt of attempts) {
      const row = rowById.get(attempt.listing_id);
      const product = attempt.body ?? productById.get(row?.product_id ?? '');
      // Decided by another already, or its product deleted meanwhile: left to whoever looks next.
      if (row?.open_attempt === attempt.id && product) {
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
    write: { work, kind, target: attempt.target, pictures: new Map(), instead: null },
    attemptId: attempt.id,
    row,
  };
}
