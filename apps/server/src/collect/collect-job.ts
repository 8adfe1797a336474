import { AppError } from '@bowerbird/contract/errors';
import { z } from 'zod';
import { isStanding, looksAgainAt } from '../billing/quotas.ts';
import { asOwner } from '../db/database.ts';
import type { JobKind } from '../runs/jobs.ts';
import { type RunControl, type RunEnd, workOnRun } from '../runs/work.ts';
import type { Services } from '../services.ts';
import { isRefusal } from '../sources/check.ts';
import { accessForRun, renewOrRefuse } from '../sources/for-run.ts';
import { watchReaders } from '../sources/watch-reader.ts';
import { type EndedAs, endOf, isWhole, writeCertificate } from './certificate.ts';
import { collectStretch, type Stretch } from './collecting.ts';
import { promisedOf } from './figures.ts';
import { longestWaitMs, watchedOutside } from './outside.ts';
import { getCollectRun, holdRun, readProgress, TakenOver, writeDrift, writeFigures } from './progress.ts';
import { hasSkips } from './skips.ts';

/** What the queue must know of a run: the source's host. */
const Asked = z.object({ shop: z.string() });

/** Calls are counted by the day, nobody tells by whose: after so long it is tried again. */
const quotaRestMs = 3_600_000;

/**
 * What follows when a run has got something, before it counts as ended and while its shop is still held. Stopped
 * anywhere it is called again, and must bear it.
 */
export type AfterRun = (run: { ownerId: string; runId: string }, control: RunControl) => Promise<void>;

/**
 * Collects what a run was asked for. Each batch is saved whole with its checkpoint, so that a run broken off anywhere
 * goes on from there and ends with the same set. One shop is read by one job at a time.
 */
export function collectJob(services: Services, afterRun: readonly AfterRun[] = []): JobKind {
  return {
    kind: 'collect',
    keys: (run) => [Asked.parse(run.ask).shop],
    atOnce: 4,
    work: (ask, signal) =>
      workOnRun(
        { ...services, wake: (run, at) => services.jobs.wake(run, at) },
        ask,
        signal,
        async (_run, control) => {
          const end = (await endedBefore(services, ask, control)) ?? (await collect(services, ask, control));
          if (end.state === 'complete' || end.state === 'partial') {
            for (const each of afterRun) {
              await each(ask, control);
            }
          }
          return end;
        },
      ),
  };
}

/** A run that was stopped after its certificate was written has nothing to collect any more. */
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
      // Somebody else works on it, too: what both saved counts, and we go on from there.
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

/** The source refused the merchant's own access, which is new now: the run goes on with it. */
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

/** A source that wants a long rest is gone back to later, as is a plan used up; any other refusal ends the run with what is there. */
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
