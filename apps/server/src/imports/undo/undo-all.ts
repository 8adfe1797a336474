import type { Fault } from '@bowerbird/contract/runs';
import { sql } from 'kysely';
import { asOwner, type Db, type OwnerDb } from '../../db/database.ts';
import type { RunControl, RunEnd } from '../../runs/work.ts';
import { type Attempt, requireAttempt } from '../apply/attempt.ts';
import { undoWritten } from './undo-page.ts';
import { writtenBy } from './written.ts';

/** Products of the supplier undone in one transaction. */
const pageSize = 250;

/** Undoes what an import as a source has saved and merged so far, page by page, and ends it as failed. */
export async function undoSource(
  db: Db,
  attempt: Attempt,
  { userId, because }: { userId: string | null; because: Fault },
  { signal }: Pick<RunControl, 'signal'>,
): Promise<RunEnd> {
  const { ownerId, runId } = attempt;
  await asOwner(db, ownerId, async (owned) => {
    await requireAttempt(owned, attempt);
    await owned
      .updateTable('import')
      .set({ state: 'undoing' })
      .where('owner_id', '=', ownerId)
      .where('run_id', '=', runId)
      .execute();
  });
  for (let after: string | null = null, more = true; more; ) {
    signal.throwIfAborted();
    const from: string | null = after;
    const ids: string[] = await asOwner(db, ownerId, async (owned) => {
      await requireAttempt(owned, attempt, 'undoing');
      const found = await findSome(owned, attempt, from);
      await undoWritten(owned, ownerId, runId, found, { undoRunId: null, userId });
      return found;
    });
    after = ids.at(-1) ?? null;
    more = ids.length === pageSize;
  }
  await asOwner(db, ownerId, (owned) =>
    sql`
      update import_item set outcome = 'left-out'
      where owner_id = ${ownerId} and run_id = ${runId} and in_group in ('new', 'changed', 'conflict')
    `.execute(owned),
  );
  return { state: 'failed', fault: because };
}

async function findSome(db: OwnerDb, { ownerId, runId }: Attempt, after: string | null): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from ${writtenBy(ownerId, runId)} as written
    where ${after}::uuid is null or id > ${after}::uuid order by id limit ${pageSize}
  `.execute(db);
  return rows.map(({ id }) => id);
}
