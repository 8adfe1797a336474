import { AppError } from '@bowerbird/contract/errors';
import { hasEnded } from '@bowerbird/contract/runs';
import type { OwnerDb } from '../db/database.ts';
import { changeRun, getRun, type RunRow } from './runs.ts';

/**
 * Tells a run to pause or to end: a working run is signalled, a resting one obeys at once. Throws `run.wrong-state` for
 * an ended one.
 */
export async function signalStop(
  db: OwnerDb,
  ownerId: string,
  id: string,
  wanted: 'pause' | 'cancel',
): Promise<void> {
  const run = await getOpenRun(db, ownerId, id, wanted);
  const rests = run.state !== 'running';
  await changeRun(db, ownerId, id, {
    wanted,
    ...(rests && wanted === 'pause' && { state: 'paused' }),
    ...(rests && wanted === 'cancel' && { state: 'cancelled', ended: true }),
  });
  if (wanted === 'cancel' && run.started_at === null) {
    await cancelItsUndo(db, ownerId, id);
  }
}

/** Cancels the scheduled undo of a run that never began. */
async function cancelItsUndo(db: OwnerDb, ownerId: string, id: string): Promise<void> {
  const undos = await db
    .selectFrom('run')
    .select('id')
    .where('owner_id', '=', ownerId)
    .where('undoes', '=', id)
    .where('state', '=', 'scheduled')
    .execute();
  for (const undo of undos) {
    await changeRun(db, ownerId, undo.id, { wanted: 'cancel', state: 'cancelled', ended: true });
  }
}

/**
 * Resumes a run and returns it; the caller wakes its jobs after the commit. Throws `run.wrong-state` for an ended one.
 */
export async function letGoOn(db: OwnerDb, ownerId: string, id: string): Promise<RunRow> {
  const found = await getOpenRun(db, ownerId, id, 'go');
  // One that was paused before its time has come still begins at its time.
  const isEarly = found.state === 'paused' && found.started_at === null && isLater(found.goes_on_at);
  await changeRun(db, ownerId, id, {
    wanted: 'go',
    ...(found.state !== 'running' &&
      (isEarly ? { state: 'scheduled' } : { state: 'waiting', goesOnAt: null })),
  });
  return found;
}

function isLater(at: Date | null): boolean {
  return at !== null && at.getTime() > Date.now();
}

/**
 * Returns a run that can still take this command. A cancel cannot be revoked, even while the job has not noticed it
 * yet.
 */
async function getOpenRun(
  db: OwnerDb,
  ownerId: string,
  id: string,
  wanted: RunRow['wanted'],
): Promise<RunRow> {
  const run = await getRun(db, ownerId, id);
  const cancelled = run.wanted === 'cancel' && wanted !== 'cancel';
  if (cancelled || hasEnded(run)) {
    const state = cancelled ? 'cancelled' : run.state;
    throw new AppError('run.wrong-state', `run ${id} is ${state}`, { params: { state } });
  }
  return run;
}
