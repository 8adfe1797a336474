import { AppError } from '@bowerbird/contract/errors';
import { asOwner } from '../../../db/database.ts';
import { databaseFailure } from '../../../db/database-failure.ts';
import type { JobRequest } from '../../../runs/jobs.ts';
import { findRun } from '../../../runs/runs.ts';
import { Stopped } from '../../../runs/work.ts';
import type { Services } from '../../../services/services.ts';
import { cancelWaiting } from '../../runs/items.ts';
import type { StoreJobChange } from '../../runs/store-jobs.ts';
import { StoreJobHeld } from '../../store-job/store-job.ts';

/** Records why a store job stopped early: held by its store, paused or cancelled by a person, stopped, or failed. */
export async function stoppedEarly(
  services: Services,
  request: JobRequest,
  thrown: unknown,
  signal: AbortSignal,
  reportStoreJob: (change: StoreJobChange) => Promise<void>,
): Promise<void> {
  const because = signal.aborted ? signal.reason : thrown;
  if (because instanceof Stopped && because.because === 'server') {
    // The queue hands the job to another worker, or to the next start.
    throw because;
  }
  if (because instanceof Stopped && because.because === 'cancel') {
    await asOwner(services.db, request.ownerId, (db) =>
      cancelWaiting(db, request.ownerId, request.runId, request.key),
    );
    await reportStoreJob({ state: 'partial', secondsLeft: null });
    return;
  }
  if (because instanceof Stopped) {
    await reportStoreJob({ state: 'waiting', secondsLeft: null });
    return;
  }
  const ofDatabase = databaseFailure(because);
  if (ofDatabase) {
    const { code, params, waitMs = 0 } = ofDatabase;
    await stoppedEarly(services, request, new StoreJobHeld({ code, params }, waitMs), signal, reportStoreJob);
    return;
  }
  if (because instanceof StoreJobHeld) {
    const goesOnAt = because.inMs === null ? null : new Date(services.clock.wall() + because.inMs);
    await reportStoreJob({ state: 'held', fault: because.fault, goesOnAt, secondsLeft: null });
    const run = await asOwner(services.db, request.ownerId, (db) =>
      findRun(db, request.ownerId, request.runId),
    );
    if (goesOnAt && run) {
      await services.jobs.wake(run, goesOnAt);
    }
    return;
  }
  const failure = AppError.from(because);
  services.log.error(
    { error: failure.message, stack: failure.stack, runId: request.runId },
    'A store job failed unexpectedly',
  );
  await reportStoreJob({
    state: 'failed',
    fault: { code: failure.code, params: failure.params },
    secondsLeft: null,
  });
}
