import { AppError } from '@bowerbird/contract/errors';
import { looksAgainAt } from '../billing/quotas.ts';
import { asOwner } from '../db/database.ts';
import { databaseFailure } from '../db/database-failure.ts';
import type { JobAsk } from '../runs/jobs.ts';
import { findRun, hasEnded } from '../runs/runs.ts';
import { Stopped } from '../runs/work.ts';
import type { Services } from '../services.ts';
import { saveShop } from '../stores/queries.ts';
import { StoreSession } from '../stores/session.ts';
import { workThroughActs } from './after/work-acts.ts';
import { afterCheck, isCheckOwed } from './after-check.ts';
import { audit } from './audit/audit-run.ts';
import { chunkOf } from './bulk.ts';
import { CountedTime } from './counted.ts';
import { prepareItems } from './create/prepare.ts';
import { tryItems } from './dry-run.ts';
import { Recorder } from './engine/recorder.ts';
import { Slots } from './engine/slots.ts';
import type { Strike } from './fault-points.ts';
import { guarded, heldBy } from './guarded.ts';
import { cancelWaiting, countItems, noItems, openItems } from './items.ts';
import { inLane, type Lane, LaneHeld } from './lane.ts';
import { changeLane, findLane, findListingRun, type LaneChange, laneHasEnded, runsWait } from './lanes.ts';
import { lookFirst, takeCensus } from './looking.ts';
import { oneAhead } from './one-ahead.ts';
import { firstTried, isPausedAlike, openRejections, pauseFault } from './rejections/alike.ts';
import { report } from './report.ts';
import { outwaitRestore } from './restore.ts';
import { SharedWork } from './shared-work.ts';
import { takeUp } from './take-up.ts';
import { lookForHidden } from './taken-down.ts';
import { type Ageing, outwait, through } from './through.ts';
import { bearWitness, requireOwnPast, requireUnheld } from './witness/own-past.ts';
import { requireKnownNewest } from './witness/store-witness.ts';
import type { Work } from './work.ts';

const chunk = 100;
/** When an after-check that failed for a reason nobody foresaw is made again. */
const checkAgainMs = 5 * 60_000;
/** How often an after-check that waits looks whether a run wants to go first. */
const countEveryMs = 1000;
/** Rounds over what is left open, each after another worker had a hand in it. */
const roundsMax = 20;

/** Works on one run in one shop. Run twice, or by two at once, it makes the same products. */
export async function workOnLane(
  services: Services,
  strike: Strike,
  ask: JobAsk,
  stop: AbortSignal,
): Promise<void> {
  const place = { runId: ask.runId, shopId: ask.key };
  if (!(await prepareItems(services.db, ask.ownerId, ask.runId, { signal: stop }))) {
    return;
  }
  const opened = await asOwner(services.db, ask.ownerId, async (db) => ({
    run: await findRun(db, ask.ownerId, ask.runId),
    listing: await findListingRun(db, ask.ownerId, ask.runId),
    lane: await findLane(db, ask.ownerId, ask.runId, ask.key),
    installation: await db.selectFrom('installation').select('id').executeTakeFirstOrThrow(),
  }));
  const { run, listing, lane: row } = opened;
  if (!run || !listing || !row) {
    return;
  }
  const tellLane = (change: LaneChange) =>
    asOwner(services.db, ask.ownerId, (db) => changeLane(db, ask.ownerId, place, change));
  const isPaused = isPausedAlike(row);
  if (!hasEnded(run.state) && run.wanted === 'pause') {
    await tellLane(isPaused ? {} : { state: 'waiting' });
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
    const session = await StoreSession.open(services, ask.ownerId, row.store_id);
    const lane: Lane = {
      services,
      ownerId: ask.ownerId,
      installationId: opened.installation.id,
      ...place,
      options: listing.options,
      session,
      lister: session.lister,
      clock: services.clock,
      counted: new CountedTime(services.db, ask.ownerId, ask.key, services.clock),
      recorder: new Recorder(services.db, { ownerId: ask.ownerId, shopId: ask.key }),
      strike,
      termIds: new Map(),
      pictures: new SharedWork(),
      terms: new SharedWork(),
      census: null,
      slots: new Slots(session.lister.inFlightMax, services.clock),
      plan: { reached: null },
      rejections: await asOwner(services.db, ask.ownerId, (db) => openRejections(db, ask.ownerId, row)),
      signal: control.signal,
      cut: cut.signal,
    };
    await lane.strike('turn.taken');
    if (isPaused && !hasEnded(run.state)) {
      // Woken for another store's sake, or for its after-checks: the run's own state may have been set back meanwhile.
      await tellLane({});
    } else if (!laneHasEnded(row.state) && !hasEnded(run.state)) {
      await tellLane({ state: 'running', fault: null, goesOnAt: null });
      const isListing = listing.action === 'list';
      const working = listing.dry
        ? workDry(lane, tellLane)
        : isListing
          ? workThrough(lane, control, tellLane)
          : workThroughActs(lane, listing, control, tellLane);
      await working.catch(async (thrown: unknown) => {
        if (!(lane.plan.reached || lane.rejections.reached) || control.signal.aborted) {
          throw thrown;
        }
        // Held for as long as a month, or until a person looks; the after-checks of what was listed do not wait for that.
        await ended(services, ask, thrown, control.signal, tellLane);
      });
    }
    if (!listing.dry) {
      await checkAfterwards(lane);
    }
  } catch (thrown) {
    await ended(services, ask, thrown, control.signal, tellLane);
  } finally {
    stop.removeEventListener('abort', onStop);
  }
}

async function workThrough(
  lane: Lane,
  control: AbortController,
  tellLane: (change: LaneChange) => Promise<void>,
): Promise<void> {
  const beside = report(lane, control);
  try {
    await requireOwnPast(lane);
    await inLane(lane, (db) => requireUnheld(db, lane));
    await lane.counted.count();
    await outwaitRestore(lane);
    await guarded(lane, () => prepare(lane));
    lane.census = lane.lister.looksByCensus ? await guarded(lane, () => takeCensus(lane)) : null;
    await guarded(lane, () => requireKnownNewest(lane));
    await allItems(lane);
    const certificate = await guarded(lane, () => audit(lane));
    const failed = certificate.refused + certificate.open + (await goneIn(lane));
    await bearWitness(lane);
    await beside.stop();
    await tellLane({
      state: failed === 0 ? 'complete' : certificate.listed === 0 ? 'failed' : 'partial',
      certificate,
      secondsLeft: null,
    });
  } catch (thrown) {
    await beside.stop();
    throw await heldBy(lane, thrown);
  }
}

/** What listing needs in the store: checked at the start of every run, as somebody may have taken it away. */
async function prepare(lane: Lane): Promise<void> {
  const access = await lane.session.access(lane.cut);
  const capabilities = await lane.lister.prepare(access, lane.session.context(lane.cut));
  const { shop } = lane.session;
  const saved = await inLane(lane, (db) =>
    saveShop(
      db,
      lane.ownerId,
      shop.platform,
      {
        identity: shop.identity,
        name: shop.name,
        currency: shop.currency,
        timeZone: shop.time_zone,
        rights: lane.session.store.rights,
        maximumVariants: shop.maximum_variants,
        maximumOptions: shop.maximum_options,
      },
      capabilities,
    ),
  );
  lane.session.prepared(saved);
  lane.lister = lane.session.lister;
}

/** Every item of the lane, in chunks; then what is left, until nothing is. */
async function allItems(lane: Lane): Promise<void> {
  for (let round = 0; round < roundsMax; round += 1) {
    let ageing: Ageing[] = [];
    let seen = 0;
    let sentNothing = false;
    // Where nothing had to be sent, as for products that are as the store has them, nothing was tried.
    const toTry = () => (sentNothing ? 0 : lane.rejections.toTry);
    // Whether more may be begun is known when those that were tried have come back.
    for await (const { count, works } of oneAhead(chunks(lane, toTry), () => toTry() === 0)) {
      seen += count;
      const { answers } = lane.rejections;
      const aged = await through(lane, works);
      ageing.push(...aged);
      if (lane.plan.reached || lane.rejections.reached) {
        break;
      }
      sentNothing = lane.rejections.answers === answers && aged.length === 0;
      if (toTry() > 0) {
        // What became of those that were tried is known only when their doubts are settled.
        await outwait(lane, ageing);
        ageing = [];
      }
    }
    await outwait(lane, ageing);
    restIfReached(lane);
    await pauseIfAlike(lane);
    if (seen === 0) {
      return;
    }
    if (round > 0) {
      // Another worker has his hand in what is left; he gets a moment.
      await lane.clock.sleep(500, lane.signal);
    }
  }
}

/**
 * Open items, taken up and looked for.
 * @param limit how many may be begun by now; 0: as many as there are
 */
async function* chunks(
  lane: Lane,
  limit: () => number,
): AsyncGenerator<{ count: number; works: Work[] }, void> {
  let after = -1;
  for (;;) {
    lane.signal.throwIfAborted();
    const toTry = limit();
    const found = await inLane(lane, (db) => openItems(db, lane.ownerId, lane, after, chunkOf(lane, chunk)));
    // A store that rejects everything is found out by a few products, before a bulk file carries thousands.
    const isSmall = after === -1 && toTry === firstTried && found.length <= 2 * firstTried;
    const items = toTry > 0 && !isSmall ? found.slice(0, toTry) : found;
    if (items.length === 0) {
      return;
    }
    after = items.at(-1)?.position ?? after;
    const taken = await takeUp(lane, items);
    const looked = await guarded(lane, () => lookForHidden(lane, taken));
    const works = await guarded(lane, () => lookFirst(lane, looked));
    yield { count: items.length, works };
  }
}

/** Pauses the store job where products wait for a store that rejects all alike, until a person looks. */
async function pauseIfAlike(lane: Lane): Promise<void> {
  const { reached } = lane.rejections;
  const waiting = reached ? await inLane(lane, (db) => openItems(db, lane.ownerId, lane, -1, 1)) : [];
  if (reached && waiting.length > 0) {
    throw new LaneHeld(pauseFault(reached, lane.session.store.name), null);
  }
}

/** What was begun has come to its end by now; what the merchant's plan has no room for waits. */
function restIfReached({ plan: { reached }, clock }: Lane): void {
  if (reached) {
    const now = clock.wall();
    const fault = { code: reached.code, params: reached.params };
    throw new LaneHeld(fault, looksAgainAt(reached, new Date(now)).getTime() - now);
  }
}

async function workDry(lane: Lane, tellLane: (change: LaneChange) => Promise<void>): Promise<void> {
  await tryItems(lane);
  const counts =
    (await inLane(lane, (db) => countItems(db, lane.ownerId, lane.runId))).get(lane.shopId) ?? noItems();
  const refused = counts.refused + counts.conflict;
  await tellLane({
    state: refused === 0 ? 'complete' : counts.listed === 0 ? 'failed' : 'partial',
    secondsLeft: null,
  });
}

async function goneIn(lane: Lane): Promise<number> {
  const counts =
    (await inLane(lane, (db) => countItems(db, lane.ownerId, lane.runId))).get(lane.shopId) ?? noItems();
  return counts.gone + counts.cancelled;
}

/**
 * The after-checks this shop is owed. The run has ended and does not wait for them; another run of the shop goes first
 * and makes them at its own end. A store that cannot be asked is asked again later.
 */
async function checkAfterwards(lane: Lane): Promise<void> {
  try {
    await lane.counted.count();
    if (await isCheckOwed(lane)) {
      await requireOwnPast(lane);
      await inLane(lane, (db) => requireUnheld(db, lane));
      await outwaitRestore(lane);
    }
    let isNew = false;
    while (await isCheckOwed(lane)) {
      if ((await guarded(lane, () => afterCheck(lane))) > 0) {
        isNew = true;
        continue;
      }
      if (await inLane(lane, (db) => runsWait(db, lane.ownerId, lane.shopId))) {
        return;
      }
      await lane.clock.sleep(countEveryMs, lane.signal);
      await lane.counted.count();
    }
    if (isNew) {
      await certifyAgain(lane);
    }
  } catch (thrown) {
    if (lane.signal.aborted) {
      throw thrown;
    }
    // What the run did stands, whatever becomes of its checks.
    const { inMs, what } = waitFor(thrown);
    lane.services.log.warn({ what, runId: lane.runId }, 'An after-check must wait');
    const run = await inLane(lane, (db) => findRun(db, lane.ownerId, lane.runId));
    if (run && inMs !== null) {
      await lane.services.jobs.wake(run, new Date(lane.clock.wall() + inMs));
    }
  }
}

/** What a run certified is certified anew once nothing of it can be on its way any more. */
async function certifyAgain(lane: Lane): Promise<void> {
  const row = await inLane(lane, (db) => findLane(db, lane.ownerId, lane.runId, lane.shopId));
  if (row?.certificate) {
    const certificate = await guarded(lane, () => audit(lane));
    await inLane(lane, (db) => changeLane(db, lane.ownerId, lane, { certificate }));
  }
}

function waitFor(thrown: unknown): { inMs: number | null; what: string } {
  return thrown instanceof LaneHeld
    ? { inMs: thrown.inMs, what: thrown.fault.code }
    : { inMs: checkAgainMs, what: String(thrown) };
}

/** How a lane stopped short: held by its store, paused or cancelled by a person, told to stop, or failed. */
async function ended(
  services: Services,
  ask: JobAsk,
  thrown: unknown,
  signal: AbortSignal,
  tellLane: (change: LaneChange) => Promise<void>,
): Promise<void> {
  const because = signal.aborted ? signal.reason : thrown;
  if (because instanceof Stopped && because.because === 'server') {
    // The queue hands the job to another worker, or to the next start.
    throw because;
  }
  if (because instanceof Stopped && because.because === 'cancel') {
    await asOwner(services.db, ask.ownerId, (db) => cancelWaiting(db, ask.ownerId, ask.runId, ask.key));
    await tellLane({ state: 'partial', secondsLeft: null });
    return;
  }
  if (because instanceof Stopped) {
    await tellLane({ state: 'waiting', secondsLeft: null });
    return;
  }
  const ofDatabase = databaseFailure(because);
  if (ofDatabase) {
    const { code, params, waitMs = 0 } = ofDatabase;
    await ended(services, ask, new LaneHeld({ code, params }, waitMs), signal, tellLane);
    return;
  }
  if (because instanceof LaneHeld) {
    const goesOnAt = because.inMs === null ? null : new Date(services.clock.wall() + because.inMs);
    await tellLane({ state: 'held', fault: because.fault, goesOnAt, secondsLeft: null });
    const run = await asOwner(services.db, ask.ownerId, (db) => findRun(db, ask.ownerId, ask.runId));
    if (goesOnAt && run) {
      await services.jobs.wake(run, goesOnAt);
    }
    return;
  }
  const failure = AppError.from(because);
  services.log.error(
    { error: failure.message, stack: failure.stack, runId: ask.runId },
    'A listing lane failed unexpectedly',
  );
  await tellLane({
    state: 'failed',
    fault: { code: failure.code, params: failure.params },
    secondsLeft: null,
  });
}
