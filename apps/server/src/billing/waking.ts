import { sql } from 'kysely';
import { asOwner } from '../db/database.ts';
import { changeRun } from '../runs/runs.ts';
import type { Services } from '../services.ts';

/** After an upgrade or an unfreezing: what the merchant's standing held up goes on. */
export async function wakeHeld({ db, jobs }: Pick<Services, 'db' | 'jobs'>, ownerId: string): Promise<void> {
  const held = await asOwner(db, ownerId, async (owned) => {
    const runs = await owned
      .selectFrom('run')
      .selectAll()
      .where('owner_id', '=', ownerId)
      .where('ended_at', 'is', null)
      .where(sql<boolean>`fault->>'code' in ('quota.exceeded', 'owner.frozen')`)
      .execute();
    for (const { id, state } of runs) {
      // One lane of a listing may be held while another runs.
      await changeRun(owned, ownerId, id, { ...(state === 'held' && { state: 'waiting', goesOnAt: null }) });
    }
    return runs;
  });
  for (const run of held) {
    await jobs.wake(run);
  }
}
