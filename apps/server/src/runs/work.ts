import { AppError } from '@bowerbird/contract/errors';
import { type Fault, hasEnded } from '@bowerbird/contract/runs';
import { asOwner, type Db } from '../db/database.ts';
import { databaseFailure } from '../db/database-failure.ts';
import { analyzeGrown } from '../db/statistics.ts';
import type { Log } from '../log/log.ts';
import type { Clock } from '../time/clock.ts';
import { beginningsMax, countBeginning, holdsMax, leftInOrder } from './fruitless.ts';
import type { JobRequest } from './jobs.ts';
import { changeRun, findRun, type RunChange, type RunRow } from './runs.ts';

/**
 * Milliseconds between a working job's checks whether a person wants it to pause or end, and between its progress
 * updates.
 */
const lookEveryMs = 400;

/** The job of a held or scheduled run that comes this many milliseconds too early is not its own, but a leftover. */
const earlyMs = 30_000;

/** After a run of so many items, tables may have grown so much that their statistics mislead. */
const largeFrom = 1000;

/** Reason why a job was stopped between two items. */
export class Stopped extends Error {
  override readonly name = 'Stopped';
  readonly because: 'pause' | 'cancel' | 'server';
  constructor(because: 'pause' | 'cancel' | 'server') {
    super(`stopped: ${because}`);
    this.because = because;
  }
}

export type RunEnd =
  | { state: 'complete' | 'partial' | 'failed'; fault?: Fault | null }
  | { state: 'held'; goesOnAt: Date; fault: Fault };

export interface RunControl {
  /** Fires with a `Stopped` when the work must end at the next item. */
  signal: AbortSignal;
  /** Reports progress; written at most every 400 ms, and at the end. */
  progress(change: Pick<RunChange, 'done' | 'total' | 'failed' | 'secondsLeft' | 'title'>): void;
  /** Returns the milliseconds worked on this run, across all interruptions. */
  workedMs(): number;
  /** Whether the run was made to wait so often without progress that it is not held any more. */
  heldInVain: boolean;
}

export interface WorkServices {
  db: Db;
  clock: Clock;
  log: Log;
  /** Sends a held run's job again. */
  wake(run: RunRow, at: Date): Promise<void>;
}

/**
 * Works on a run that is one job: marks it running, obeys pause, cancel and the server's stop, saves progress, and
 * writes how it ended. What the body already saved stays, whatever happens.
 */
export async function workOnRun(
  services: WorkServices,
  { runId, ownerId }: JobRequest,
  stop: AbortSignal,
  body: (run: RunRow, control: RunControl) => Promise<RunEnd>,
): Promise<void> {
  const { db, clock, log } = services;
  const run = await asOwner(db, ownerId, (owned) => findRun(owned, ownerId, runId));
  if (!run || hasEnded(run)) {
    return;
  }
  const waits = run.state === 'held' || run.state === 'scheduled';
  if (waits && (run.goes_on_at?.getTime() ?? 0) - clock.wall() > earlyMs) {
    return;
  }
  if (run.wanted !== 'go') {
    await write(stateWhen(run.wanted));
    return;
  }

  const control = new AbortController();
  const startedMs = clock.monotonic();
  const workedMs = () => run.worked_ms + Math.round(clock.monotonic() - startedMs);
  const onStop = () => control.abort(new Stopped('server'));
  stop.addEventListener('abort', onStop, { once: true });
  if (stop.aborted) {
    onStop();
  }
  let news: RunChange = {};
  let done = 0;
  const { beginnings, holds } = await asOwner(db, ownerId, (owned) => countBeginning(owned, ownerId, runId));
  if (beginnings > beginningsMax) {
    log.error({ runId, beginnings }, 'A run was begun again and again and never got any further');
    await write({
      state: 'failed',
      ended: true,
      fault: { code: 'run.keeps-breaking', params: { times: beginningsMax } },
    });
    return;
  }
  await write({ state: 'running', started: true, goesOnAt: null, fault: null });

  const look = async () => {
    const reported = news;
    news = {};
    const now = await asOwner(db, ownerId, async (owned) => {
      if (Object.keys(reported).length > 0) {
        await changeRun(owned, ownerId, runId, { ...reported, workedMs: workedMs() });
      }
      return findRun(owned, ownerId, runId);
    });
    if (!now || hasEnded(now) || now.wanted === 'cancel') {
      control.abort(new Stopped('cancel'));
    } else if (now.wanted === 'pause') {
      control.abort(new Stopped('pause'));
    }
  };
  const looking = watch(look, control.signal, (thrown) =>
    log.warn({ error: String(thrown), runId }, 'A run could not be looked at'),
  );

  try {
    const end = await body(run, {
      signal: control.signal,
      progress: (change) => {
        news = { ...news, ...change };
        done = change.done ?? done;
      },
      workedMs,
      heldInVain: holds >= holdsMax,
    });
    await looking.stop();
    if (done >= largeFrom) {
      await analyzeGrown(db).catch((thrown: unknown) =>
        log.warn({ error: String(thrown), runId }, 'Tables could not be analysed'),
      );
    }
    if (end.state === 'held') {
      await write({ ...news, state: 'held', fault: end.fault, goesOnAt: end.goesOnAt, workedMs: workedMs() });
      await inOrder({ held: end.fault.code.startsWith('source.') });
      await services.wake(run, end.goesOnAt);
    } else {
      await write({ ...news, state: end.state, fault: end.fault ?? null, ended: true, workedMs: workedMs() });
    }
  } catch (thrown) {
    await looking.stop();
    const because = control.signal.aborted ? control.signal.reason : null;
    if (because instanceof Stopped && because.because === 'server') {
      await write({ ...news, workedMs: workedMs() });
      await inOrder({ held: false });
      // The queue hands the job to another worker, or to the next start.
      throw thrown;
    }
    if (because instanceof Stopped) {
      await write({
        ...news,
        ...stateWhen(because.because === 'pause' ? 'pause' : 'cancel'),
        workedMs: workedMs(),
      });
      await inOrder({ held: false });
      return;
    }
    const ofDatabase = databaseFailure(thrown);
    if (ofDatabase) {
      log.warn(
        { error: ofDatabase.message, code: ofDatabase.code, runId },
        'The database failed under a run',
      );
      await holdFor(run, ofDatabase);
      return;
    }
    const failure = AppError.from(thrown);
    if (failure.code === 'unexpected') {
      log.error({ error: failure.message, stack: failure.stack, runId }, 'A run failed unexpectedly');
    }
    await write({
      ...news,
      state: 'failed',
      ended: true,
      fault: { code: failure.code, params: failure.params },
      workedMs: workedMs(),
    });
  } finally {
    stop.removeEventListener('abort', onStop);
  }

  /**
   * Holds the run so that it continues soon from what was saved. If even the database cannot be updated, the queue
   * hands the job out again.
   */
  async function holdFor(held: RunRow, { code, params, waitMs = 0 }: AppError): Promise<void> {
    const goesOnAt = new Date(clock.wall() + waitMs);
    await write({ ...news, state: 'held', fault: { code, params }, goesOnAt, workedMs: workedMs() });
    await inOrder({ held: false });
    await services.wake(held, goesOnAt);
  }

  function inOrder(how: { held: boolean }): Promise<void> {
    return asOwner(db, ownerId, (owned) => leftInOrder(owned, ownerId, runId, how));
  }

  function write(change: RunChange): Promise<void> {
    return asOwner(db, ownerId, (owned) => changeRun(owned, ownerId, runId, change));
  }
}

function stateWhen(wanted: 'pause' | 'cancel'): RunChange {
  return wanted === 'pause' ? { state: 'paused' } : { state: 'cancelled', ended: true };
}

/** Calls `look` repeatedly until stopped, never twice at once. */
function watch(look: () => Promise<void>, signal: AbortSignal, failed: (thrown: unknown) => void) {
  let timer: NodeJS.Timeout | undefined;
  let current: Promise<void> = Promise.resolve();
  let over = false;
  const plan = () => {
    if (!over && !signal.aborted) {
      timer = setTimeout(() => {
        current = look().catch(failed).finally(plan);
      }, lookEveryMs);
    }
  };
  plan();
  return {
    async stop() {
      over = true;
      clearTimeout(timer);
      await current;
    },
  };
}
