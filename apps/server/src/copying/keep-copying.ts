import type { BackgroundWork } from '../background/background-work.ts';
import { asOwner } from '../db/database.ts';
import { eachDue } from '../runs/each-due.ts';
import { findRun } from '../runs/runs.ts';
import type { Services } from '../services/services.ts';
import { beginStep, isAs, stopCopy } from './next-step.ts';
import { type CopyRow, getCopyRow, lockCopy, runColumn } from './rows.ts';

const after = { collecting: 'claiming', claiming: 'listing', listing: null } as const;

export const copies: BackgroundWork<Services> = {
  name: 'copies',
  everyMs: 1000,
  wokenBy: { channel: 'run_changed', seldomMs: 20_000 },
  does: 'Moves copies of shops into stores to their next step (collect, claim, list) when a step has ended.',
  runsIn: 'workers',
  begin: (services) => ({ pass: () => moveCopies(services) }),
};

/**
 * Moves on every copy whose step has ended, also while other processes do the same. Returns how many copies this was
 * true of.
 */
export async function moveCopies(services: Services): Promise<number> {
  return await eachDue(
    (last, limit) =>
      services.db
        .selectFrom('open_copy')
        .select(['id', 'owner_id'])
        .$if(last !== null, (query) => query.where('id', '>', last ?? ''))
        .orderBy('id')
        .limit(limit)
        .execute(),
    ({ id, owner_id }) => moveOne(services, owner_id, id),
  );
}

async function moveOne(services: Services, ownerId: string, id: string): Promise<boolean> {
  const { copy, run } = await asOwner(services.db, ownerId, async (db) => {
    const row = await getCopyRow(db, ownerId, id);
    const runId = row[runColumn[row.step]];
    return { copy: row, run: runId === null ? undefined : await findRun(db, ownerId, runId) };
  });
  if (copy.state !== 'going' || copy.wanted === 'pause') {
    return false;
  }
  if (copy.wanted === 'cancel' || run?.state === 'cancelled') {
    await end(services, copy, 'cancelled');
    return true;
  }
  if (run === undefined || run.state === 'failed') {
    await stopCopy(services, copy, copy.step, run?.fault ?? null);
    return true;
  }
  if (run.state !== 'complete' && run.state !== 'partial') {
    return false;
  }
  const next = after[copy.step];
  await (next === null ? end(services, copy, 'done') : beginStep(services, copy, next));
  return true;
}

async function end({ db }: Services, copy: CopyRow, state: 'done' | 'cancelled'): Promise<void> {
  await asOwner(db, copy.owner_id, async (owned) => {
    if (isAs(await lockCopy(owned, copy.owner_id, copy.id), copy)) {
      await owned
        .updateTable('copy_run')
        .set({ state })
        .where('owner_id', '=', copy.owner_id)
        .where('id', '=', copy.id)
        .execute();
    }
  });
}
