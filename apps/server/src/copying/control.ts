import { AppError } from '@bowerbird/contract/errors';
import { hasEnded } from '@bowerbird/contract/runs';
import type { OwnerDb } from '../db/database.ts';
import type { Call } from '../http/serve.ts';
import { findRun, type RunRow } from '../runs/runs.ts';
import { letGoOn, signalStop } from '../runs/wanted.ts';
import { beginStep } from './next-step.ts';
import { type CopyRow, lockCopy, runColumn } from './rows.ts';
import { requireRights } from './start.ts';

/** Pauses or cancels a copy, together with the run of its current step. */
export async function stopStep(call: Call, id: string, wanted: 'pause' | 'cancel'): Promise<void> {
  const { ownerId } = call;
  await call.db(async (db) => {
    const copy = await lockCopy(db, ownerId, id);
    const mayBe = copy.state === 'going' || (copy.state === 'stopped' && wanted === 'cancel');
    if (!mayBe || copy.wanted === 'cancel') {
      throw wrongState(copy);
    }
    const run = await openRunOf(db, copy);
    if (run) {
      await signalStop(db, ownerId, run.id, wanted);
    }
    await want(db, copy, wanted, copy.state === 'stopped' ? 'cancelled' : copy.state);
  });
}

/** Resumes a paused copy. For a stopped copy, starts the step it stopped in from scratch. */
export async function resumeStep(call: Call, id: string): Promise<void> {
  const { ownerId, services, user } = call;
  requireRights(user);
  const { copy, run } = await call.db(async (db) => {
    const row = await lockCopy(db, ownerId, id);
    if ((row.state !== 'going' && row.state !== 'stopped') || row.wanted === 'cancel') {
      throw wrongState(row);
    }
    const open = row.state === 'going' ? await openRunOf(db, row) : null;
    await want(db, row, 'go', row.state);
    return { copy: row, run: open && (await letGoOn(db, ownerId, open.id)) };
  });
  if (run) {
    await services.jobs.wake(run);
  } else if (copy.state === 'stopped') {
    await beginStep(services, copy, copy.step);
  }
}

async function openRunOf(db: OwnerDb, copy: CopyRow): Promise<RunRow | null> {
  const runId = copy[runColumn[copy.step]];
  const run = runId === null ? undefined : await findRun(db, copy.owner_id, runId);
  return run && !hasEnded(run) ? run : null;
}

async function want(
  db: OwnerDb,
  copy: CopyRow,
  wanted: CopyRow['wanted'],
  state: CopyRow['state'],
): Promise<void> {
  await db
    .updateTable('copy_run')
    .set({ wanted, state })
    .where('owner_id', '=', copy.owner_id)
    .where('id', '=', copy.id)
    .execute();
}

function wrongState({ id, state, wanted }: CopyRow): AppError {
  const now = wanted === 'cancel' ? 'cancelled' : state;
  return new AppError('run.wrong-state', `copy ${id} is ${now}`, { params: { state: now } });
}
