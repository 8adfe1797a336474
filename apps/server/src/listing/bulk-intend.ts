import type { BulkKind } from '@bowerbird/platforms/listing/bulk';
import { sql } from 'kysely';
import type { OwnerDb } from '../db/database.ts';
import { endBulk, insertBulk } from './bulk-ledger.ts';
import { applyChanges } from './engine/apply.ts';
import { intentOf } from './engine/intent.ts';
import { changeOf } from './engine/record.ts';
import { inLane, type Lane } from './lane.ts';
import { Fenced, type ListingRow } from './ledger.ts';
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
    await holdRows(
      db,
      lane,
      lines.map(({ write }) => write.work.row.id),
    );
    await insertBulk(db, {
      id: requestId,
      ownerId: lane.ownerId,
      shopId: lane.shopId,
      runId: lane.runId,
      kind,
    });
    const rows: ListingRow[] = [];
    const fenced = new Set<string>();
    for (let start = 0; start < lines.length; start += pageSize) {
      const changes = lines.slice(start, start + pageSize).map(({ attemptId, write }, index) => {
        const place = { id: attemptId, requestId, line: start + index };
        return changeOf(lane, write.work.row, 'intended', intentOf(write, place));
      });
      const { rows: written } = await applyChanges(db, lane, changes);
      for (const [index, row] of written.entries()) {
        if (row) {
          rows.push(row);
        } else {
          fenced.add(changes[index]?.row.id ?? '');
        }
      }
    }
    if (fenced.size > 0) {
      throw new SomeFenced(fenced);
    }
    return rows;
  });
}

/** Takes hold of rows in one order for all workers, so that no two wait for each other. */
async function holdRows(db: OwnerDb, lane: Lane, ids: readonly string[]): Promise<void> {
  await sql`
    select from listing where owner_id = ${lane.ownerId} and id = any(${[...ids]}::uuid[])
    order by id for no key update
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
    for (let start = 0; start < rows.length; start += pageSize) {
      const some = rows.slice(start, start + pageSize);
      await applyChanges(
        db,
        lane,
        some.map((row) => changeOf(lane, row, 'neverSent', { answer: { because } })),
      );
    }
    await endBulk(db, lane.ownerId, requestId);
  });
}
