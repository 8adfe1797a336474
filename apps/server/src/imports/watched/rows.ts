import type { WatchedFile } from '@bowerbird/contract/files/watched';
import { type SqlBool, sql } from 'kysely';
import type { OwnerDb } from '../../db/database.ts';
import { stateOf } from '../show/status.ts';
import type { FileWatchRow } from './take.ts';

/** Returns watched files of this owner in the form for the console, oldest first: all, or one. */
export async function findWatched(db: OwnerDb, ownerId: string, id: string | null): Promise<WatchedFile[]> {
  const rows = await db
    .selectFrom('file_watch')
    .innerJoin('file_source', 'file_source.id', 'file_watch.source_id')
    .selectAll('file_watch')
    .select([
      'file_source.name as source_name',
      'file_source.claim as source_claim',
      sql<boolean>`coalesce(file_watch.taken_until > now(), false)`.as('is_taken'),
    ])
    .where('file_watch.owner_id', '=', ownerId)
    .$if(id !== null, (query) => query.where('file_watch.id', '=', id ?? ''))
    .orderBy('file_watch.id')
    .execute();
  const imports = await findLastImports(db, ownerId, rows);
  return rows.map((row) => ({
    id: row.id,
    source: { id: row.source_id, name: row.source_name, claim: row.source_claim },
    where: { kind: row.place, shown: row.shown },
    everyHours: row.every_hours,
    hour: row.hour,
    timeZone: row.time_zone,
    applies: row.applies,
    whole: row.whole,
    on: row.next_at !== null,
    nextAt: row.next_at?.toISOString() ?? null,
    isLooking: row.is_taken || row.asked_at !== null,
    lastLook:
      row.looked_at !== null && row.outcome !== null
        ? { at: row.looked_at.toISOString(), outcome: row.outcome }
        : null,
    fault: row.fault,
    lastImport: imports.get(row.last_run_id ?? '') ?? null,
    createdAt: row.created_at.toISOString(),
  }));
}

async function findLastImports(
  db: OwnerDb,
  ownerId: string,
  watches: readonly FileWatchRow[],
): Promise<Map<string, NonNullable<WatchedFile['lastImport']>>> {
  const rows = await db
    .selectFrom('import')
    .innerJoin('run', 'run.id', 'import.run_id')
    .select([
      'import.run_id as id',
      'import.state',
      'import.figures',
      'import.decided',
      'run.state as run_state',
      'run.title',
      'run.created_at',
    ])
    .where('import.owner_id', '=', ownerId)
    .where(sql<SqlBool>`import.run_id = any(${watches.flatMap((each) => each.last_run_id ?? [])}::uuid[])`)
    .execute();
  return new Map(
    rows.map((row) => [
      row.id,
      {
        id: row.id,
        state: stateOf({ state: row.run_state }, row.state),
        fileName: row.title,
        products: row.figures.products ?? 0,
        faults: row.figures.faults ?? 0,
        heldBecause: row.decided?.because ?? null,
        at: row.created_at.toISOString(),
      },
    ]),
  );
}
