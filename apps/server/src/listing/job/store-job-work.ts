import { AppError } from '@bowerbird/contract/errors';
import { prefetch } from '../../async/prefetch.ts';
import { SingleFlight } from '../../async/single-flight.ts';
import { looksAgainAt } from '../../billing/quotas.ts';
import { asOwner } from '../../db/database.ts';
import { databaseFailure } from '../../db/database-failure.ts';
import type { JobRequest } from '../../runs/jobs.ts';
import { findRun, hasEnded } from '../../runs/runs.ts';
import { Stopped } from '../../runs/work.ts';
import type { Services } from '../../services/services.ts';
import { saveShop } from '../../stores/queries.ts';
import { StoreSession } from '../../stores/session.ts';
import { afterCheck, isCheckOwed } from '../after/after-check.ts';
import { audit } from '../audit/audit-run.ts';
import { Courses } from '../decide/courses.ts';
import { outwait, type Waiting } from '../decide/through.ts';
import type { Work } from '../engine/work.ts';
import { confirmEpoch, requireOwnPast, requireUnheld } from '../epoch/own-past.ts';
import { outwaitRestore } from '../epoch/restore.ts';
import { requireKnownNewest } from '../epoch/store-epoch.ts';
import { Recorder } from '../ledger/recorder.ts';
import { lookFirst, runFullScan } from '../look-ups/looking.ts';
import { lookForHidden } from '../look-ups/taken-down.ts';
import { firstTried, isPausedForSameReason, openRejections, pauseFault } from '../rejections/similar.ts';
import { cancelWaiting, countItems, noItems, openItems } from '../runs/items.ts';
import { prepareItems } from '../runs/prepare.ts';
import {
  changeStoreJob,
  findListingRun,
  findStoreJob,
  runsWait,
  type StoreJobChange,
  storeJobHasEnded,
} from '../runs/store-jobs.ts';
import { CountedTime } from '../store-job/counted.ts';
import type { FaultInjector } from '../store-job/fault-points.ts';
import { guarded, heldBy } from '../store-job/guarded.ts';
import { Slots } from '../store-job/slots.ts';
import { inStoreJob, type StoreJob, StoreJobHeld } from '../store-job/store-job.ts';
import { chunkOf } from '../transport/bulk.ts';
import { certifiedBy, certifyAgain } from './certify.ts';
import { tryItems } from './dry-run.ts';
import { report } from './report.ts';
import { takeUp } from './take-up.ts';
import { workThroughActions } from './work-actions.ts';

const chunk = 100;
/** Interval after which an after-check that failed for an unforeseen reason is made again. */
const checkAgainMs = 5 * 60_000;
/** Interval at which a waiting after-check looks whether a run is to go first. */
const countEveryMs = 1000;
/** Passes over what is left open, each after another worker was involved. */
const roundsMax = 20;

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
  if (!hasEnded(run.state) && run.wanted === 'pause') {
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
    if (isPaused && !hasEnded(run.state)) {
      // Woken for another store, or for its after-checks: the run's own state may have been set back meanwhile.
      await reportStoreJob({});
    } else if (!storeJobHasEnded(row.state) && !hasEnded(run.state)) {
      await reportStoreJob({ state: 'running', fault: null, goesOnAt: null });
      const isListing = listing.action === 'list';
      const working = listing.dry
        ? workDry(storeJob, reportStoreJob)
        : isListing
          ? workThrough(storeJob, control, reportStoreJob)
          : workThroughActions(storeJob, { listing, certifies }, control, reportStoreJob);
      await working.catch(async (thrown: unknown) => {
        if (!(storeJob.plan.reached || storeJob.rejections.reached) || control.signal.aborted) {
          throw thrown;
        }
        // The store job may be held for a month, or until a person looks; the after-checks of what was listed do not
        // wait for that.
        await ended(services, request, thrown, control.signal, reportStoreJob);
      });
    }
    if (!listing.dry) {
      await checkAfterwards(storeJob, certifies);
    }
  } catch (thrown) {
    await ended(services, request, thrown, control.signal, reportStoreJob);
  } finally {
    stop.removeEventListener('abort', onStop);
  }
}

async function workThrough(
  storeJob: StoreJob,
  control: AbortController,
  reportStoreJob: (change: StoreJobChange) => Promise<void>,
): Promise<void> {
  const beside = report(storeJob, control);
  try {
    await requireOwnPast(storeJob);
    await inStoreJob(storeJob, (db) => requireUnheld(db, storeJob));
    await storeJob.counted.count();
    await outwaitRestore(storeJob);
    await guarded(storeJob, () => prepare(storeJob));
    storeJob.fullScan = storeJob.lister.features.looksByFullScan
      ? await guarded(storeJob, () => runFullScan(storeJob))
      : null;
    await guarded(storeJob, () => requireKnownNewest(storeJob));
    await allItems(storeJob);
    const certificate = await guarded(storeJob, () => audit(storeJob));
    const failed = certificate.refused + certificate.open + (await goneIn(storeJob));
    await confirmEpoch(storeJob);
    await beside.stop();
    await reportStoreJob({
      state: failed === 0 ? 'complete' : certificate.listed === 0 ? 'failed' : 'partial',
      certificate,
      secondsLeft: null,
    });
  } catch (thrown) {
    await beside.stop();
    throw await heldBy(storeJob, thrown);
  }
}

/** Prepares what listing needs in the store: checked at the start of every run, as it may have been removed. */
async function prepare(storeJob: StoreJob): Promise<void> {
  const access = await storeJob.session.access(storeJob.cut);
  const capabilities = await storeJob.lister.connector.prepare(
    access,
    storeJob.session.context(storeJob.cut),
  );
  const { shop } = storeJob.session;
  const saved = await inStoreJob(storeJob, (db) =>
    saveShop(
      db,
      storeJob.ownerId,
      shop.platform,
      {
        identity: shop.identity,
        name: shop.name,
        currency: shop.currency,
        timeZone: shop.time_zone,
        rights: storeJob.session.store.rights,
        maximumVariants: shop.maximum_variants,
        maximumOptions: shop.maximum_options,
      },
      capabilities,
    ),
  );
  storeJob.session.prepared(saved);
  storeJob.lister = storeJob.session.lister;
}

/** Processes every item of the store job, in chunks; then what is left, until nothing is. */
async function allItems(storeJob: StoreJob): Promise<void> {
  for (let round = 0; round < roundsMax; round += 1) {
    const waiting: Waiting[] = [];
    let seen = 0;
    let sentNothing = false;
    // Where nothing had to be sent, as for products that are as the store has them, nothing was tried.
    const toTry = () => (sentNothing ? 0 : storeJob.rejections.toTry);
    const courses = new Courses(storeJob);
    try {
      // Whether more may be begun is known when the tried products have their answers.
      for await (const { count, works } of prefetch(chunks(storeJob, toTry), () => toTry() === 0)) {
        seen += count;
        const { answers, toTry: tried, firstAccepted } = storeJob.rejections;
        const left = await courses.begin(works, tried === 0 ? Promise.resolve() : firstAccepted);
        waiting.push(...left);
        if (storeJob.plan.reached || storeJob.rejections.reached) {
          break;
        }
        sentNothing = tried > 0 && storeJob.rejections.answers === answers && left.length === 0;
        if (toTry() > 0) {
          // The outcome of the tried products is known only when their in-doubt attempts are resolved.
          await outwait(storeJob, waiting.splice(0));
        }
      }
    } finally {
      await courses.settled();
    }
    waiting.push(...(await courses.end()));
    await outwait(storeJob, waiting);
    restIfReached(storeJob);
    await pauseIfSameReason(storeJob);
    if (seen === 0) {
      return;
    }
    if (round > 0) {
      // Another worker is processing what is left, and is given a moment.
      await storeJob.clock.sleep(500, storeJob.signal);
    }
  }
}

/**
 * Yields open items, taken up and looked for.
 * @param limit how many may be begun by now; 0: as many as there are
 */
async function* chunks(
  storeJob: StoreJob,
  limit: () => number,
): AsyncGenerator<{ count: number; works: Work[] }, void> {
  let after = -1;
  for (;;) {
    storeJob.signal.throwIfAborted();
    const toTry = limit();
    const found = await inStoreJob(storeJob, (db) =>
      openItems(db, storeJob.ownerId, storeJob, after, chunkOf(storeJob, chunk)),
    );
    // A store that rejects everything is detected with a few products, before a bulk file carries thousands.
    const isSmall = after === -1 && toTry === firstTried && found.length <= 2 * firstTried;
    const items = toTry > 0 && !isSmall ? found.slice(0, toTry) : found;
    if (items.length === 0) {
      return;
    }
    after = items.at(-1)?.position ?? after;
    const taken = await takeUp(storeJob, items);
    const looked = await guarded(storeJob, () => lookForHidden(storeJob, taken));
    const works = await guarded(storeJob, () => lookFirst(storeJob, looked));
    yield { count: items.length, works };
  }
}

/** Pauses the store job until a person looks, where products wait for a store that rejects all for one cause. */
async function pauseIfSameReason(storeJob: StoreJob): Promise<void> {
  const { reached } = storeJob.rejections;
  const waiting = reached
    ? await inStoreJob(storeJob, (db) => openItems(db, storeJob.ownerId, storeJob, -1, 1))
    : [];
  if (reached && waiting.length > 0) {
    throw new StoreJobHeld(pauseFault(reached, storeJob.session.store.name), null);
  }
}

/**
 * Makes the store job rest where the merchant's plan has no room: what was begun has ended by now, and the rest waits.
 */
function restIfReached({ plan: { reached }, clock }: StoreJob): void {
  if (reached) {
    const now = clock.wall();
    const fault = { code: reached.code, params: reached.params };
    throw new StoreJobHeld(fault, looksAgainAt(reached, new Date(now)).getTime() - now);
  }
}

async function workDry(
  storeJob: StoreJob,
  reportStoreJob: (change: StoreJobChange) => Promise<void>,
): Promise<void> {
  await tryItems(storeJob);
  const counts =
    (await inStoreJob(storeJob, (db) => countItems(db, storeJob.ownerId, storeJob.runId))).get(
      storeJob.shopId,
    ) ?? noItems();
  const refused = counts.refused + counts.conflict;
  await reportStoreJob({
    state: refused === 0 ? 'complete' : counts.listed === 0 ? 'failed' : 'partial',
    secondsLeft: null,
  });
}

async function goneIn(storeJob: StoreJob): Promise<number> {
  const counts =
    (await inStoreJob(storeJob, (db) => countItems(db, storeJob.ownerId, storeJob.runId))).get(
      storeJob.shopId,
    ) ?? noItems();
  return counts.gone + counts.cancelled;
}

/**
 * Makes the after-checks this shop is owed, and certifies the run and those named again. The run has ended and does not wait for them; another run of the shop goes
 * first and makes them at its own end. A store that cannot be reached is tried again later.
 */
async function checkAfterwards(storeJob: StoreJob, certifies: readonly string[]): Promise<void> {
  try {
    await storeJob.counted.count();
    if (await isCheckOwed(storeJob)) {
      await requireOwnPast(storeJob);
      await inStoreJob(storeJob, (db) => requireUnheld(db, storeJob));
      await outwaitRestore(storeJob);
    }
    let isNew = false;
    while (await isCheckOwed(storeJob)) {
      if ((await guarded(storeJob, () => afterCheck(storeJob))) > 0) {
        isNew = true;
        continue;
      }
      if (await inStoreJob(storeJob, (db) => runsWait(db, storeJob.ownerId, storeJob.shopId))) {
        return;
      }
      await storeJob.clock.sleep(countEveryMs, storeJob.signal);
      await storeJob.counted.count();
    }
    if (isNew) {
      await certifyAgain(storeJob, [storeJob.runId, ...certifies]);
    }
  } catch (thrown) {
    if (storeJob.signal.aborted) {
      throw thrown;
    }
    // The result of the run stands, whatever the outcome of its checks.
    const { inMs, what } = waitFor(thrown);
    storeJob.services.log.warn({ what, runId: storeJob.runId }, 'An after-check must wait');
    const run = await inStoreJob(storeJob, (db) => findRun(db, storeJob.ownerId, storeJob.runId));
    if (run && inMs !== null) {
      await storeJob.services.jobs.wake(run, new Date(storeJob.clock.wall() + inMs));
    }
  }
}

function waitFor(thrown: unknown): { inMs: number | null; what: string } {
  return thrown instanceof StoreJobHeld
    ? { inMs: thrown.inMs, what: thrown.fault.code }
    : { inMs: checkAgainMs, what: String(thrown) };
}

/** Records why a store job stopped early: held by its store, paused or cancelled by a person, stopped, or failed. */
async function ended(
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
    await ended(services, request, new StoreJobHeld({ code, params }, waitMs), signal, reportStoreJob);
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
    'A listing lane failed unexpectedly',
  );
  await reportStoreJob({
    state: 'failed',
    fault: { code: failure.code, params: failure.params },
    secondsLeft: null,
  });
}
