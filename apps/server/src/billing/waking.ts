import { sql } from 'kysely';
import { asOwner, type OwnerDb } from '../db/database.ts';
import { changeRun } from '../runs/runs.ts';
import type { Services } from '../services/services.ts';

/**
 * Releases the runs that the merchant's standing held up, effective with this transaction's commit; returns those runs.
 */
export async function releaseHeld(db: OwnerDb, ownerId: string) {
  const runs = await db
    .selectFrom('run')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where('ended_at', 'is', null)
    .where(sql<boolean>`fault->>'code' in ('quota.exceeded', 'owner.frozen')`)
    .execute();
  for (const { id, state } of runs) {
    // One store job of a listing run may be held while another runs.
    await changeRun(db, ownerId, id, { ...(state === 'held' && { state: 'waiting', goesOnAt: null }) });
  }
  return runs;
}

/** Resumes, after an upgrade or an unfreezing, what the merchant's standing held up. */
export async function wakeHeld({ db, jobs }: Pick<Services, 'db' | 'jobs'>, ownerId: string): Promise<void> {
  for (const run of await asOwner(db, ownerId, (owned) => releaseHeld(owned, ownerId))) {
    await jobs.wake(run);
  }
}
