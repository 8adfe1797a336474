import { AppError } from '@bowerbird/contract/errors';
import type { Collector, Json } from '@bowerbird/platforms/platform';
import { z } from 'zod';
import { asOwner } from '../db/database.ts';
import type { JobKind } from '../runs/jobs.ts';
import { type RunControl, type RunEnd, workOnRun } from '../runs/work.ts';
import type { Services } from '../services.ts';
import { isWhole, writeCertificate } from './certificate.ts';
import { promisedOf, take } from './figures.ts';
import { longestWaitMs, type Outside, watchedOutside } from './outside.ts';
import {
  type CollectRunRow,
  getCollectRun,
  type Progress,
  readProgress,
  TakenOver,
  writeFigures,
} from './progress.ts';
import { saveBatch, type TakenBatch, takeBatch } from './save-batch.ts';
import { hasSkips } from './skips.ts';

/** What the queue must know of a run: the source's host. */
const Asked = z.object({ shop: z.string() });

/** How often figures are written while no batch comes. */
const tellEveryMs = 500;

/**
 * Collects what a run was asked for. Each batch is saved whole with its checkpoint, so that a run broken off anywhere
 * goes on from there and ends with the same set. One shop is read by one job at a time.
 */
export function collectJob(services: Services): JobKind {
  return {
    kind: 'collect',
    keys: (run) => [Asked.parse(run.ask).shop],
    atOnce: 4,
    work: (ask, signal) =>
      workOnRun(
        { ...services, wake: (run, at) => services.jobs.wake(run, at) },
        ask,
        signal,
        (_run, control) => collect(services, ask, control),
      ),
  };
}

async function collect(
  services: Services,
  { ownerId, runId }: { ownerId: string; runId: string },
  control: RunControl,
): Promise<RunEnd> {
  const { db, platforms } = services;
  for (;;) {
    const { row, progress, mayHaveSkips } = await asOwner(db, ownerId, async (owned) => {
      const found = await getCollectRun(owned, ownerId, runId);
      return {
        row: found,
        progress: await readProgress(owned, ownerId, runId),
        mayHaveSkips: await hasSkips(owned, ownerId, found.platform),
      };
    });
    const collector = platforms.get(row.platform)?.collector;
    if (!collector) {
      throw new AppError('request.invalid', `platform ${row.platform} does not collect`);
    }
    const outside = watchedOutside(services, control.signal);
    try {
      await new Collecting(services, row, progress, control, outside, mayHaveSkips).all(collector);
      return await ended(services, row, progress, control, null);
    } catch (thrown) {
      if (control.signal.aborted) {
        throw control.signal.reason;
      }
      if (!(thrown instanceof TakenOver)) {
        return await brokenOff(services, row, progress, control, outside, thrown);
      }
    }
  }
}

/** One stretch of collecting, from a checkpoint to the end or to a stop. */
class Collecting {
  readonly #services: Services;
  readonly #row: CollectRunRow;
  readonly #progress: Progress;
  readonly #control: RunControl;
  readonly #outside: Outside;
  readonly #requestsBefore: number;
  #mayHaveSkips: boolean;
  #toldAt = 0;

  constructor(
    services: Services,
    row: CollectRunRow,
    progress: Progress,
    control: RunControl,
    outside: Outside,
    mayHaveSkips: boolean,
  ) {
    this.#services = services;
    this.#row = row;
    this.#progress = progress;
    this.#control = control;
    this.#outside = outside;
    this.#requestsBefore = progress.figures.requests;
    this.#mayHaveSkips = mayHaveSkips;
  }

  /** Collects to the end; while a batch is being saved, the next one is already on its way. */
  async all(collector: Collector): Promise<void> {
    const progress = this.#progress;
    const addresses = this.#row.addresses.map((address) => new URL(address));
    const ids = new Set([...progress.got].map((key) => key.slice(key.indexOf(' ') + 1)));
    // Two shops may use the same id; what comes again is then sorted out as it is saved.
    const oneShop = new Set(addresses.map(({ host }) => host)).size === 1;
    const { checkpoint } = progress;
    const events = collector.collect(
      {
        scope: this.#row.scope,
        addresses,
        checkpoint,
        alreadyGot: (id) => oneShop && ids.has(id),
        paceMs: this.#row.pace_ms ?? 0,
      },
      this.#outside.context,
    );
    let saving: Promise<void> = Promise.resolve();
    try {
      for await (const event of events) {
        take(progress.figures, event);
        if (event.kind !== 'batch') {
          await this.#tell();
          continue;
        }
        const taken = takeBatch(progress, event);
        for (const { source } of taken.readings) {
          ids.add(source.id);
        }
        await saving;
        this.#control.signal.throwIfAborted();
        saving = this.#save(taken, event.checkpoint);
        // Its failure is thrown where it is waited for; until then it must not count as unhandled.
        saving.catch(() => undefined);
      }
    } finally {
      await saving;
    }
    this.#count();
  }

  async #save(taken: TakenBatch, checkpoint: Json): Promise<void> {
    const { owner_id: ownerId, run_id: runId, platform } = this.#row;
    const { figures } = this.#progress;
    const way = figures.ways.findLast(({ state }) => state === 'running')?.way ?? null;
    this.#count();
    this.#mayHaveSkips ||= taken.skipped.length > 0;
    await saveBatch(
      this.#services.db,
      { ownerId, runId, platform, way },
      this.#progress,
      taken,
      checkpoint,
      this.#mayHaveSkips,
    );
    this.#toldAt = this.#services.clock.monotonic();
    this.#report();
  }

  async #tell(): Promise<void> {
    const { clock, db } = this.#services;
    if (clock.monotonic() - this.#toldAt < tellEveryMs) {
      return;
    }
    this.#toldAt = clock.monotonic();
    this.#count();
    const { owner_id: ownerId, run_id: runId } = this.#row;
    await asOwner(db, ownerId, (owned) => writeFigures(owned, ownerId, runId, this.#progress.figures));
    this.#report();
  }

  #count(): void {
    this.#progress.figures.requests = this.#requestsBefore + this.#outside.requests();
  }

  #report(): void {
    const { got, skipped, promised } = this.#progress.figures;
    const total = promisedOf(promised);
    const left = total === null ? null : Math.max(0, total - got - skipped);
    this.#control.progress({
      done: got,
      total,
      failed: skipped,
      secondsLeft: left === null || got === 0 ? null : (this.#control.workedMs() / 1000 / got) * left,
    });
  }
}

/** A source that wants a long rest is gone back to later; any other refusal ends the run with what is there. */
async function brokenOff(
  services: Services,
  row: CollectRunRow,
  progress: Progress,
  control: RunControl,
  outside: Outside,
  thrown: unknown,
): Promise<RunEnd> {
  const failure = AppError.from(thrown);
  const waitMs = outside.rest()?.waitMs ?? failure.waitMs ?? 0;
  if (waitMs > longestWaitMs) {
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
  return await ended(services, row, progress, control, failure.code === 'source.empty' ? null : failure);
}

async function ended(
  { db }: Services,
  row: CollectRunRow,
  progress: Progress,
  control: RunControl,
  failure: AppError | null,
): Promise<RunEnd> {
  const { owner_id: ownerId, run_id: runId } = row;
  const { figures } = progress;
  const fault = failure && { code: failure.code, params: failure.params };
  await asOwner(db, ownerId, async (owned) => {
    await writeFigures(owned, ownerId, runId, figures);
    await writeCertificate(owned, row, figures, { fault, seconds: control.workedMs() / 1000 });
  });
  control.progress({ done: figures.got, total: promisedOf(figures.promised), failed: figures.skipped });
  if (fault) {
    return { state: figures.got > 0 ? 'partial' : 'failed', fault };
  }
  return { state: isWhole(figures) ? 'complete' : 'partial' };
}
