import { sql } from 'kysely';
import type { OwnerDb } from '../../db/database.ts';
import type { ImportTable } from '../../db/tables/imports.ts';

/** One worker's work on an import. A later one takes it over: what the earlier one still writes is refused. */
export interface Attempt {
  ownerId: string;
  runId: string;
  number: number;
}

/** Error of a worker whose import another one has taken over. */
export class TakenOver extends Error {
  override readonly name = 'TakenOver';
}

/** Begins to work on an import. */
export async function beginAttempt(db: OwnerDb, ownerId: string, runId: string): Promise<Attempt> {
  const { attempt } = await db
    .updateTable('import')
    .set((eb) => ({ attempt: eb('attempt', '+', 1) }))
    .where('owner_id', '=', ownerId)
    .where('run_id', '=', runId)
    .returning('attempt')
    .executeTakeFirstOrThrow();
  return { ownerId, runId, number: attempt };
}

/** Throws `TakenOver` if another worker has begun; until this transaction ends, none can. */
export async function requireAttempt(
  db: OwnerDb,
  { ownerId, runId, number }: Attempt,
  state?: ImportTable['state'],
): Promise<void> {
  const { rows } = await sql<{ attempt: number; state: string }>`
    select attempt, state from import where owner_id = ${ownerId} and run_id = ${runId} for no key update
  `.execute(db);
  if (rows[0]?.attempt !== number || (state !== undefined && rows[0].state !== state)) {
    throw new TakenOver(`import ${runId} is worked on by another worker`);
  }
}

/**
 * The same while a file is checked, in a transaction whose commit does not wait for the disk: what a crash of the database
 * takes back is checked again, and the commit that ends a check waits for all before it.
 */
export async function requireChecking(db: OwnerDb, attempt: Attempt): Promise<void> {
  await requireAttempt(db, attempt, 'checking');
  await sql`set local synchronous_commit to off`.execute(db);
}
