import { hasEnded } from '@bowerbird/contract/runs';
import { SingleFlight } from '../../async/single-flight.ts';
import { asOwner } from '../../db/database.ts';
import type { JobRequest } from '../../runs/jobs.ts';
import { findRun } from '../../runs/runs.ts';
import { Stopped } from '../../runs/work.ts';
import type { Services } from '../../services/services.ts';
import { StoreSession } from '../../stores/session.ts';
import { Recorder } from '../ledger/recorder.ts';
import { isPausedForSameReason, openRejections } from '../rejections/similar.ts';
import { prepareItems } from '../runs/prepare.ts';
import {
  changeStoreJob,
  findListingRun,
  findStoreJob,
  type StoreJobChange,
  storeJobHasEnded,
} from '../runs/store-jobs.ts';
import { CountedTime } from '../store-job/counted.ts';
import type { FaultInjector } from '../store-job/fault-points.ts';
import { Slots } from '../store-job/slots.ts';
import type { StoreJob } from '../store-job/store-job.ts';
import { checkAfterwards } from './check-afterwards.ts';
import { listDry, listProducts } from './list-products.ts';
import { certifiedBy } from './progress/certify.ts';
import { stoppedEarly } from './stops/stopped-early.ts';
import { workThroughActions } from './work-actions.ts';

/** Works on one run in one shop. Run twice, or by two workers at once, it creates the same products. */
export async function workOnStoreJob(
  services: Services,
  injectFault: FaultInjector,
  request: JobRequest,
  stop: AbortSignal,
): Promise<void> {
  const place = { runId: request.runId, shopId: request.key };
  if (!(await prepareItems(services.db, request.ownerId, request.runId, { signal: stop }))) {
    return;
  }
  const opened = await asOwner(services.db, request.ownerId, async (db) => ({
    run: await findRun(db, request.ownerId, request.runId),
    listing: await findListingRun(db, request.ownerId, request.runId),
    storeJob: await findStoreJob(db, request.ownerId, request.runId, request.key),
    installation: await db.selectFrom('installation').select('id').executeTakeFirstOrThrow(),
  }));
  const { run, listing, storeJob: row } = opened;
  if (!run || !listing || !row) {
    return;
  }
  const certifies = certifiedBy(run.request);
  const reportStoreJob = (change: StoreJobChange) =>
    asOwner(services.db, request.ownerId, (db) => changeStoreJob(db, request.ownerId, place, change));
  const isPaused = isPausedForSameReason(row);
  if (!hasEnded(run) && run.wanted === 'pause') {
    await reportStoreJob(isPaused ? {} : { state: 'waiting' });
    return;
  }

  const control = new AbortController();
  const cut = new AbortController();
  const onStop = () => {
    control.abort(new Stopped('server'));
    cut.abort(new Stopped('server'));
  };
  stop.addEventListener('abort', onStop, { once: true });
  if (stop.aborted) {
    onStop();
  }
  try {
    const session = await StoreSession.open(services, request.ownerId, row.store_id);
    const storeJob: StoreJob = {
      services,
      ownerId: request.ownerId,
      installationId: opened.installation.id,
      ...place,
      options: listing.options,
      session,
      lister: session.lister,
      clock: services.clock,
      counted: new CountedTime(services.db, request.ownerId, request.key, services.clock),
      recorder: new Recorder(services.db, { ownerId: request.ownerId, shopId: request.key }),
      injectFault,
      termIds: new Map(),
      images: new SingleFlight(),
      terms: new SingleFlight(),
      fullScan: null,
      slots: new Slots(session.lister.features.inFlightMax, services.clock),
      plan: { reached: null },
      answers: { count: 0 },
      rejections: await asOwner(services.db, request.ownerId, (db) =>
        openRejections(db, request.ownerId, row),
      ),
      signal: control.signal,
      cut: cut.signal,
    };
    await storeJob.injectFault('turn.taken');
    if (isPaused && !hasEnded(run)) {
      // Woken for another store, or for its after-checks: the run's own state may have been set back meanwhile.
      await reportStoreJob({});
    } else if (!storeJobHasEnded(row.state) && !hasEnded(run)) {
      await reportStoreJob({ state: 'running', fault: null, goesOnAt: null });
      const isListing = listing.action === 'list';
      const working = listing.dry
        ? listDry(storeJob, reportStoreJob)
        : isListing
          ? listProducts(storeJob, control, reportStoreJob)
          : workThroughActions(storeJob, { listing, certifies }, control, reportStoreJob);
      await working.catch(async (thrown: unknown) => {
        if (!(storeJob.plan.reached || storeJob.rejections.reached) || control.signal.aborted) {
          throw thrown;
        }
        // The store job may be held for a month, or until a person looks; the after-checks of what was listed do not
        // wait for that.
        await stoppedEarly(services, request, thrown, control.signal, reportStoreJob);
      });
    }
    if (!listing.dry) {
      await checkAfterwards(storeJob, certifies);
    }
  } catch (thrown) {
    await stoppedEarly(services, request, thrown, control.signal, reportStoreJob);
  } finally {
    stop.removeEventListener('abort', onStop);
  }
}
