import { AppError, isErrorCode } from '@bowerbird/contract/errors';
import { type Isolate, type IsolateAnswer, JobStopped } from './isolate.ts';
import { standingStill } from './standing-still.ts';

export interface PoolOptions {
  open(): Isolate;
  /** Most isolates at once. */
  size: number;
  /** How long one job may run once it has an isolate, in milliseconds. */
  jobMs: number;
  /** How long an idle isolate is kept, in milliseconds. */
  idleMs: number;
}

interface Job {
  input: unknown;
  resolve(value: unknown): void;
  reject(thrown: unknown): void;
  signal: AbortSignal | undefined;
  /** Must be called when the job leaves the queue. */
  dequeued(): void;
}

/** An open isolate. */
interface Place {
  run(job: Job): void;
}

/**
 * Runs jobs in isolates, one at a time in each. If a job takes too long, or its caller gives up, its isolate is
 * stopped, because nothing else stops what runs there; the next job gets a new one.
 */
export class IsolatePool {
  readonly #options: PoolOptions;
  readonly #idle: Place[] = [];
  readonly #waiting: Job[] = [];
  #open = 0;

  constructor(options: PoolOptions) {
    this.#options = options;
  }

  /**
   * Runs a job. Throws what the job threw (an `AppError` as such), `JobStopped` for a job that took too long or ended
   * its isolate, and the signal's reason.
   */
  async run(input: unknown, signal?: AbortSignal): Promise<unknown> {
    signal?.throwIfAborted();
    standingStill.callWaits();
    return await new Promise<unknown>((resolve, reject) => {
      const giveUp = () => {
        this.#waiting.splice(this.#waiting.indexOf(job), 1);
        reject(signal?.reason);
      };
      const dequeued = () => signal?.removeEventListener('abort', giveUp);
      const job: Job = { input, resolve, reject, signal, dequeued };
      signal?.addEventListener('abort', giveUp, { once: true });
      this.#waiting.push(job);
      this.#next();
    });
  }

  #next(): void {
    if (this.#waiting.length === 0) {
      return;
    }
    const place = this.#idle.pop() ?? (this.#open < this.#options.size ? this.#start() : null);
    const job = place && this.#waiting.shift();
    if (job) {
      job.dequeued();
      place.run(job);
    }
  }

  #forget(place: Place): void {
    const at = this.#idle.indexOf(place);
    if (at !== -1) {
      this.#idle.splice(at, 1);
    }
  }

  #start(): Place {
    const { jobMs, idleMs } = this.#options;
    const isolate = this.#options.open();
    this.#open += 1;
    let current: Job | null = null;
    let ends: (() => void) | null = null;
    let idleTimer: NodeJS.Timeout | undefined;
    const finish = (settle: (job: Job) => void) => {
      const job = current;
      current = null;
      ends?.();
      ends = null;
      if (job) {
        settle(job);
      }
    };
    const stop = (thrown: unknown) => {
      finish((job) => job.reject(thrown));
      isolate.end();
    };
    const place: Place = {
      run: (job) => {
        clearTimeout(idleTimer);
        current = job;
        isolate.hold(true);
        const timer = setTimeout(() => stop(new JobStopped('time')), jobMs);
        const abort = () => stop(job.signal?.reason);
        job.signal?.addEventListener('abort', abort, { once: true });
        ends = () => {
          clearTimeout(timer);
          job.signal?.removeEventListener('abort', abort);
        };
        isolate.send(job.input);
      },
    };
    isolate.onAnswer((answer) => {
      if (current === null) {
        return;
      }
      finish((job) => settle(job, answer as IsolateAnswer));
      isolate.hold(false);
      idleTimer = setTimeout(() => {
        this.#forget(place);
        isolate.end();
      }, idleMs);
      idleTimer.unref();
      this.#idle.push(place);
      this.#next();
    });
    isolate.onEnd(() => {
      clearTimeout(idleTimer);
      this.#forget(place);
      this.#open -= 1;
      finish((job) => job.reject(new JobStopped('crash')));
      this.#next();
    });
    return place;
  }
}

function settle({ resolve, reject }: Job, answer: IsolateAnswer): void {
  if ('value' in answer) {
    resolve(answer.value);
    return;
  }
  const { code, message, params } = answer.failure;
  reject(code !== null && isErrorCode(code) ? new AppError(code, message, { params }) : new Error(message));
}
