import type { BulkKind } from '@bowerbird/platforms/listing/bulk';
import { sql } from 'kysely';
import type { OwnerDb } from '../../db/database.ts';
import { intentOf } from '../engine/intent.ts';
import { changeOf } from '../engine/record.ts';
import type { Write } from '../engine/work.ts';
import { requireUnheld } from '../epoch/own-past.ts';
import { applyChanges } from '../ledger/apply.ts';
import { endBulk, insertBulk } from '../ledger/bulk-ledger.ts';
import { Fenced, type ListingRow } from '../ledger/ledger.ts';
import { inStoreJob, type StoreJob } from '../store-job/store-job.ts';

/** A write with its attempt; `line` is its place in the file. */
export interface Line {
  attemptId: string;
  write: Write;
}

/** How many attempts one statement records. */
const pageSize = 250;

/** Another worker wrote rows since they were read: nothing was intended. */
export class SomeFenced extends Fenced {
  readonly rowIds: ReadonlySet<string>;

  constructor(rowIds: ReadonlySet<string>) {
    super(`${rowIds.size} rows`);
    this.rowIds = rowIds;
  }
}

/**
 * Records all lines of one operation in one transaction, with few statements, as its deadline has begun. Returns the
 * rows as the intent left them. Throws `SomeFenced`, with nothing recorded, where a line may not be sent.
 */
export async function intendLines(
  storeJob: StoreJob,
  kind: BulkKind,
  requestId: string,
  lines: readonly Line[],
): Promise<ListingRow[]> {
  return await inStoreJob(storeJob, async (db) => {
    await requireUnheld(db, storeJob);
    await holdRows(
      db,
      storeJob,
      lines.map(({ write }) => write.work.row.id),
    );
    await insertBulk(db, {
      id: requestId,
      ownerId: storeJob.ownerId,
      shopId: storeJob.shopId,
      runId: storeJob.runId,
      kind,
    });
    const rows: ListingRow[] = [];
    const fenced = new Set<string>();
    for (let start = 0; start < lines.length; start += pageSize) {
      const changes = lines.slice(start, start + pageSize).map(({ attemptId, write }, index) => {
        const place = { id: attemptId, bulk: { id: requestId, line: start + index } };
        return changeOf(storeJob, write.work.row, 'intended', intentOf(write, place));
      });
      const { rows: written } = await applyChanges(db, storeJob, changes);
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

/** Locks rows in the same order in all workers, so that no two deadlock. */
async function holdRows(db: OwnerDb, storeJob: StoreJob, ids: readonly string[]): Promise<void> {
  await sql`
    select from listing where owner_id = ${storeJob.ownerId} and id = any(${[...ids]}::uuid[])
    order by id for no key update
  `.execute(db);
}

/** Records that the operation surely never began: its lines are as they were before. */
export async function neverBegun(
  storeJob: StoreJob,
  requestId: string,
  rows: readonly ListingRow[],
  because: string,
): Promise<void> {
  await inStoreJob(storeJob, async (db) => {
    await holdRows(
      db,
      storeJob,
      rows.map(({ id }) => id),
    );
    for (let start = 0; start < rows.length; start += pageSize) {
      const some = rows.slice(start, start + pageSize);
      await applyChanges(
        db,
        storeJob,
        some.map((row) => changeOf(storeJob, row, 'neverSent', { answer: { because } })),
      );
    }
    await endBulk(db, storeJob.ownerId, requestId);
  });
}
