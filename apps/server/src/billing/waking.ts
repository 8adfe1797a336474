import { sql } from 'kysely';
import { asOwner, type OwnerDb } from '../db/database.ts';
import { changeRun } from '../runs/runs.ts';
import type { Services } from '../services.ts';

/** What the merchant's standing held up waits to go on, from this transaction's commit; answers those runs. */
export async function releaseHeld(db: OwnerDb, ownerId: string) {
  const runs = await db
    .selectFrom('run')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where('ended_at', 'is', null)
    .where(sql<boolean>`fault->>'code' in ('quota.exceeded', 'owner.frozen')`)
    .execute();
  for (const { id, state } of runs) {
    // One lane of a listing may be held while another runs.
    await changeRun(db, ownerId, id, { ...(state === 'held' && { state: 'waiting', goesOnAt: null }) });
  }
  return runs;
}

/** After an upgrade or an unfreezing: what the merchant's standing held up goes on. */
export async function wakeHeld({ db, jobs }: Pick<Services, 'db' | 'jobs'>, ownerId: string): Promise<void> {
  for (const run of await asOwner(db, ownerId, (owned) => releaseHeld(owned, ownerId))) {
    await jobs.wake(run);
  }
}
