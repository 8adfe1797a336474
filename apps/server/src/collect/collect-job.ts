import { AppError } from '@bowerbird/contract/errors';
import { z } from 'zod';
import { isStanding, looksAgainAt } from '../billing/quotas.ts';
import { asOwner } from '../db/database.ts';
import type { JobKind } from '../runs/jobs.ts';
import { type RunControl, type RunEnd, workOnRun } from '../runs/work.ts';
import type { Services } from '../services/services.ts';
import { isRefusal } from '../sources/check.ts';
import { accessForRun, renewOrRefuse } from '../sources/for-run.ts';
import { watchReaders } from '../sources/watch-reader.ts';
import { type EndedAs, endOf, isWhole, writeCertificate, writeSeconds } from './certificate.ts';
import { collectStretch, type Stretch } from './collecting.ts';
import { promisedOf } from './figures.ts';
import { longestWaitMs, watchedOutside } from './outside.ts';
import { getCollectRun, holdRun, readProgress, TakenOver, writeDrift, writeFigures } from './progress.ts';
import { hasSkips } from './saving/skips.ts';

/** What the queue needs to know of a run: the source's host. */
const Requested = z.object({ shop: z.string() });

/** Wait before the next try: the source counts calls by the day, and does not say when its day begins. */
const quotaRestMs = 3_600_000;

/**
 * A step that follows when a run has collected something, before it counts as ended and while its shop is still held.
 * After an interruption it is called again, so it must be safe to repeat.
 */
export type AfterRun = (run: { ownerId: string; runId: string }, control: RunControl) => Promise<void>;

/**
 * Collects what was requested of a run. Saves each batch completely with its checkpoint, so that an interrupted run
 * continues from there and ends with the same set. Only one job at a time reads a shop.
 */
export function collectJob(services: Services, afterRun: readonly AfterRun[] = []): JobKind {
  return {
    kind: 'collect',
    keys: (run) => [Requested.parse(run.request).shop],
    atOnce: 4,
    work: (request, signal) =>
      workOnRun(
        { ...services, wake: (run, at) => services.jobs.wake(run, at) },
        request,
        signal,
        async (_run, control) => {
          const end =
            (await endedBefore(services, request, control)) ?? (await collect(services, request, control));
          if (end.state === 'complete' || end.state === 'partial') {
            for (const each of afterRun) {
              await each(request, control);
            }
            const { ownerId, runId } = request;
            await asOwner(services.db, ownerId, (owned) =>
              writeSeconds(owned, ownerId, runId, control.workedMs() / 1000),
            );
          }
          return end;
        },
      ),
  };
}

/** A run that was interrupted after its certificate was written has nothing left to collect. */
async function endedBefore(
  { db }: Services,
  { ownerId, runId }: { ownerId: string; runId: string },
  control: RunControl,
): Promise<EndedAs | null> {
  const row = await asOwner(db, ownerId, (owned) => getCollectRun(owned, ownerId, runId));
  const end = endOf(row);
  if (end) {
    control.progress({ done: row.got, total: promisedOf(row.promised), failed: row.skipped });
  }
  return end;
}

async function collect(
  services: Services,
  { ownerId, runId }: { ownerId: string; runId: string },
  control: RunControl,
): Promise<RunEnd> {
  for (;;) {
    const stretch = await beginStretch(services, ownerId, runId, control);
    try {
      return await workOn(stretch);
    } catch (thrown) {
      const goesOn = thrown instanceof TakenOver || thrown instanceof AccessRenewed;
      if (!goesOn || control.signal.aborted) {
        throw thrown;
      }
      // Another worker also works on the run: what both saved counts, and this worker continues from there.
    }
  }
}

async function beginStretch(
  services: Services,
  ownerId: string,
  runId: string,
  control: RunControl,
): Promise<Stretch> {
  const begun = await asOwner(services.db, ownerId, async (owned) => {
    const row = await getCollectRun(owned, ownerId, runId);
    return {
      services,
      row,
      control,
      progress: await readProgress(owned, ownerId, runId),
      mayHaveSkips: await hasSkips(owned, ownerId, row.platform),
      outside: watchedOutside(services, control.signal),
    };
  });
  return { ...begun, access: await accessForRun(services, ownerId, begun.row, control.signal) };
}

/** The source refused the merchant's own access, which has been renewed: the run continues with the new access. */
class AccessRenewed extends Error {
  override readonly name = 'AccessRenewed';
}

async function workOn(stretch: Stretch): Promise<RunEnd> {
  const { services, row, control } = stretch;
  const collector = services.platforms.get(row.platform)?.collector;
  if (!collector) {
    throw new AppError('request.invalid', `platform ${row.platform} does not collect`);
  }
  try {
    await collectStretch(stretch, collector);
  } catch (thrown) {
    if (control.signal.aborted) {
      throw control.signal.reason;
    }
    if (thrown instanceof TakenOver) {
      throw thrown;
    }
    return await brokenOff(stretch, thrown);
  }
  return await ended(stretch, null);
}

/**
 * Returns how an interrupted run continues or ends. If the source wants a long pause or the plan is used up, the run
 * continues later; any other refusal ends the run with what was collected.
 */
async function brokenOff(stretch: Stretch, thrown: unknown): Promise<RunEnd> {
  const { services, outside } = stretch;
  const failure = AppError.from(thrown);
  if (isStanding(failure)) {
    const { code, params } = failure;
    const now = new Date(services.clock.wall());
    const { got, promised, skipped } = stretch.progress.figures;
    stretch.control.progress({ done: got, total: promisedOf(promised), failed: skipped });
    return { state: 'held', goesOnAt: looksAgainAt(failure, now), fault: { code, params } };
  }
  if (stretch.access && isRefusal(failure.code)) {
    const { row, access, control } = stretch;
    if (await renewOrRefuse(services, row.owner_id, access, failure, control.signal)) {
      throw new AccessRenewed(failure.code);
    }
  }
  if (failure.code === 'source.quota-used') {
    const { code, params } = failure;
    return {
      state: 'held',
      goesOnAt: new Date(services.clock.wall() + quotaRestMs),
      fault: { code, params },
    };
  }
  const waitMs = outside.rest()?.waitMs ?? failure.waitMs ?? 0;
  if (waitMs > longestWaitMs && !stretch.control.heldInVain) {
    const seconds = Math.ceil(waitMs / 1000);
    return {
      state: 'held',
      goesOnAt: new Date(services.clock.wall() + waitMs),
      fault: { code: 'source.slow-down', params: { seconds, time: `${seconds} s` } },
    };
  }
  if (failure.code === 'unexpected') {
    throw thrown;
  }
  return await ended(stretch, failure.code === 'source.empty' ? null : failure);
}

async function ended(
  { services, row, progress, control }: Stretch,
  failure: AppError | null,
): Promise<RunEnd> {
  const { owner_id: ownerId, run_id: runId } = row;
  const { figures } = progress;
  const fault = failure && { code: failure.code, params: failure.params };
  const drift = await watchReaders(services, row, figures.found);
  await asOwner(services.db, ownerId, async (owned) => {
    await holdRun(owned, ownerId, runId, progress.batches);
    await writeFigures(owned, ownerId, runId, figures);
    await writeDrift(owned, ownerId, runId, drift);
    await writeCertificate(owned, row, figures, { fault, seconds: control.workedMs() / 1000 });
  });
  control.progress({ done: figures.got, total: promisedOf(figures.promised), failed: figures.skipped });
  if (fault) {
    return { state: figures.got > 0 ? 'partial' : 'failed', fault };
  }
  return { state: isWhole(figures) ? 'complete' : 'partial' };
}
