import type { BulkKind } from '@bowerbird/platforms/listing/bulk';
import { sql } from 'kysely';
import { v7 } from 'uuid';
import type { OwnerDb } from '../db/database.ts';
import { jsonText } from '../db/json-text.ts';
import { countedNow } from './attempts.ts';
import { endBulk, insertBulk } from './bulk-ledger.ts';
import { inLane, type Lane } from './lane.ts';
import { Fenced, type ListingRow } from './ledger.ts';
import { backState } from './receive.ts';
import { requireUnheld } from './witness/own-past.ts';
import type { Write } from './work.ts';

/** A write with the attempt it will be; its line is its place. */
export interface Line {
  attemptId: string;
  write: Write;
}

/** How many attempts one statement writes down. */
const pageSize = 250;

/** Rows that were written by another since they were read: nothing was intended. */
export class SomeFenced extends Fenced {
  readonly rowIds: ReadonlySet<string>;

  constructor(rowIds: ReadonlySet<string>) {
    super(`${rowIds.size} rows`);
    this.rowIds = rowIds;
  }
}

/**
 * Writes down all lines of one operation in one transaction, with few statements: its deadline has begun. Answers the rows as
 * the intent left them. Throws `SomeFenced`, and nothing is written down, where a line may not be sent.
 */
export async function intendLines(
  lane: Lane,
  kind: BulkKind,
  requestId: string,
  lines: readonly Line[],
): Promise<ListingRow[]> {
  return await inLane(lane, async (db) => {
    await requireUnheld(db, lane);
    const rows = await writeRows(db, lane, lines);
    await insertBulk(db, {
      id: requestId,
      ownerId: lane.ownerId,
      shopId: lane.shopId,
      runId: lane.runId,
      kind,
    });
    for (let start = 0; start < lines.length; start += pageSize) {
      const some = lines.slice(start, start + pageSize);
      await insertAttempts(db, lane, requestId, some, start);
    }
    await tellItems(db, lane, lines);
    return rows;
  });
}

async function writeRows(db: OwnerDb, lane: Lane, lines: readonly Line[]): Promise<ListingRow[]> {
  await holdRows(
    db,
    lane,
    lines.map(({ write }) => write.work.row.id),
  );
  const { rows } = await sql<ListingRow>`
    update listing set state = 'intended', open_attempt = line.attempt, wanted_revision = line.revision,
      token = line.next, updated_at = now()
    from unnest(
      ${lines.map(({ write }) => write.work.row.id)}::uuid[],
      ${lines.map(({ write }) => write.work.row.token)}::uuid[],
      ${lines.map(({ attemptId }) => attemptId)}::uuid[],
      ${lines.map(({ write }) => write.work.revision)}::int[],
      ${lines.map(() => v7())}::uuid[]
    ) as line (id, held, attempt, revision, next)
    where listing.owner_id = ${lane.ownerId} and listing.id = line.id and listing.token = line.held
    returning listing.*
  `.execute(db);
  if (rows.length < lines.length) {
    const written = new Set(rows.map(({ id }) => id));
    const fenced = lines.flatMap(({ write }) => (written.has(write.work.row.id) ? [] : [write.work.row.id]));
    throw new SomeFenced(new Set(fenced));
  }
  return rows;
}

/** Takes hold of rows in one order for all workers, so that no two wait for each other. */
async function holdRows(db: OwnerDb, lane: Lane, ids: readonly string[]): Promise<void> {
  await sql`
    select from listing where owner_id = ${lane.ownerId} and id = any(${[...ids]}::uuid[])
    order by id for no key update
  `.execute(db);
}

async function insertAttempts(
  db: OwnerDb,
  lane: Lane,
  requestId: string,
  lines: readonly Line[],
  from: number,
): Promise<void> {
  await db
    .insertInto('listing_attempt')
    .values(
      lines.map(({ attemptId, write: { kind, target, work } }, index) => ({
        id: attemptId,
        owner_id: lane.ownerId,
        listing_id: work.row.id,
        kind,
        generation: work.row.generation,
        revision: work.revision,
        hash: kind === 'publish' ? null : work.hash,
        options: JSON.stringify(work.options),
        body: kind === 'publish' ? null : jsonText(work.product),
        target,
        request_id: requestId,
        line: from + index,
        run_id: work.item?.run_id ?? null,
        intended_at: sql<Date>`now()`,
        counted_ms: countedNow(lane.shopId),
      })),
    )
    .execute();
}

async function tellItems(db: OwnerDb, lane: Lane, lines: readonly Line[]): Promise<void> {
  const told = lines.flatMap(({ write: { work } }) => (work.item ? [{ item: work.item, work }] : []));
  const ids = told.map(({ item }) => item.id);
  await sql`
    select from listing_item where owner_id = ${lane.ownerId} and id = any(${ids}::uuid[])
    order by id for no key update
  `.execute(db);
  await sql`
    update listing_item set state = 'sent', fault = null, field = null, at = now(),
      listing_id = line.listing, revision = line.revision
    from unnest(
      ${ids}::uuid[],
      ${told.map(({ work }) => work.row.id)}::uuid[],
      ${told.map(({ work }) => work.revision)}::int[]
    ) as line (id, listing, revision)
    where listing_item.owner_id = ${lane.ownerId} and listing_item.id = line.id
  `.execute(db);
}

/** The operation surely never began: its lines are as they were before. */
export async function neverBegun(
  lane: Lane,
  requestId: string,
  rows: readonly ListingRow[],
  because: string,
): Promise<void> {
  await inLane(lane, async (db) => {
    await holdRows(
      db,
      lane,
      rows.map(({ id }) => id),
    );
    await db
      .updateTable('listing_attempt')
      .set({ fate: 'never_sent', answer: jsonText({ because }), answered_at: sql<Date>`now()` })
      .where('owner_id', '=', lane.ownerId)
      .where('request_id', '=', requestId)
      .where('fate', 'in', ['open', 'absent'])
      .execute();
    await sql`
      update listing set state = line.state, open_attempt = null, token = line.next, updated_at = now()
      from unnest(
        ${rows.map(({ id }) => id)}::uuid[],
        ${rows.map(({ token }) => token)}::uuid[],
        ${rows.map(backState)}::text[],
        ${rows.map(() => v7())}::uuid[]
      ) as line (id, held, state, next)
      where listing.owner_id = ${lane.ownerId} and listing.id = line.id and listing.token = line.held
    `.execute(db);
    await endBulk(db, lane.ownerId, requestId);
  });
}
