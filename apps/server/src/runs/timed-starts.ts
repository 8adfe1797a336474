import { AppError } from '@bowerbird/contract/errors';
import { type Fault, hasEnded } from '@bowerbird/contract/runs';
import { type Selectable, sql } from 'kysely';
import { asOwner, type Db, type OwnerDb } from '../db/database.ts';
import type { Tables } from '../db/schema.ts';
import { dueIn, eachDue } from './each-due.ts';
import type { Jobs } from './jobs.ts';
import { findRun, type RunRow } from './runs.ts';

/** Tables whose rows start a run whenever their `next_at` has come. */
type Timed = 'watch' | 'export_schedule';
type Row<Table extends Timed> = Selectable<Tables[Table]>;

/**
 * Starts the run of each row that is due, each once even if other processes also look; returns how many were started.
 * @param start runs under the row's own lock, and writes the run and the next time together; null: nothing to start
 */
export async function startAllDue<Table extends Timed>(
  { db, jobs }: { db: Db; jobs: Pick<Jobs, 'wake'> },
  table: Table,
  now: Date,
  start: (db: OwnerDb, row: Row<Table>) => Promise<RunRow | null>,
): Promise<number> {
  return await eachDue(dueIn(db, `open_${table}`, now), async ({ id, owner_id }) => {
    const run = await asOwner(db, owner_id, async (owned) => {
      const { rows } = await sql<Row<Table>>`
        select * from ${sql.table(table)} where owner_id = ${owner_id} and id = ${id} and next_at <= ${now}
        for update skip locked
      `.execute(owned);
      const [row] = rows;
      return row === undefined ? null : await start(owned, row);
    });
    if (run) {
      // If the process is killed before this line, the search for forgotten runs finds and wakes the run.
      await jobs.wake(run);
    }
    return run !== null;
  });
}

/** Returns the last run of a row while it is under way; null otherwise. */
export async function findOpenRun(
  db: OwnerDb,
  { owner_id, last_run_id }: { owner_id: string; last_run_id: string | null },
): Promise<RunRow | null> {
  const last = last_run_id === null ? undefined : await findRun(db, owner_id, last_run_id);
  return last && !hasEnded(last) ? last : null;
}

/** Starts a run. A refusal with a code is returned, so that it can be recorded; any other failure is thrown. */
export async function runOrFault(start: () => Promise<RunRow>): Promise<{ run: RunRow } | { fault: Fault }> {
  try {
    return { run: await start() };
  } catch (thrown) {
    const { code, params } = AppError.from(thrown);
    if (code === 'unexpected') {
      throw thrown;
    }
    return { fault: { code, params } };
  }
}
