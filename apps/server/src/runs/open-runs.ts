import { AppError } from '@bowerbird/contract/errors';
import { sql } from 'kysely';
import type { OwnerDb } from '../db/database.ts';

/** Most runs of one merchant that people started and that wait for a worker or are worked on. */
export const openRunsMax = 100;

/**
 * Throws `run.too-many` if as many runs of this merchant as allowed wait or are worked on. Runs that pause, are held, or
 * begin at a time do not count, nor do those that a schedule started: nobody is refused for what happens by itself.
 */
export async function requireOpenRun(db: OwnerDb, ownerId: string): Promise<void> {
  const { rows } = await sql<{ open: number }>`
    select count(*)::integer as open from (
      select from run
      where owner_id = ${ownerId} and state in ('waiting', 'running') and created_by is not null
      limit ${openRunsMax}
    ) as one
  `.execute(db);
  if ((rows[0]?.open ?? 0) >= openRunsMax) {
    throw new AppError('run.too-many', `merchant ${ownerId} has ${openRunsMax} open runs`, {
      params: { limit: openRunsMax },
    });
  }
}
