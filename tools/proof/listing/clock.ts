import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import type { AcceleratedClock } from '../../../apps/server/testing/clock/accelerated-clock.ts';

/** Advance of the clock per beat, in its own milliseconds: while work is in progress, and while everything waits. */
export const perBusyBeatMs = 20;
export const perIdleBeatMs = 400;
/** Minimum real milliseconds between beats, or the machine would do nothing else. */
const beatMs = 4;
/** Minimum sleep in milliseconds. */
const shortestSleepMs = 2000;

interface Sleeper {
  due: number;
  wake(): void;
}

/**
 * One clock for a round: store and workers read the same. It is independent of the machine's time. It advances by a
 * fixed step after each answer of the round's database server to a query of its own, so that whatever slows the work
 * slows the clock as much: a busy machine makes a round longer and no deadline shorter. It advances in long steps while
 * everything waits and in short ones while a request or a transaction is in progress; waiting inside one of these
 * counts as waiting.
 */
export class ProofClock implements AcceleratedClock {
  readonly random = Math.random;
  readonly #wallBegan = Date.now();
  readonly #beat: () => Promise<unknown>;
  readonly #sleepers = new Set<Sleeper>();
  readonly #inside = new AsyncLocalStorage<true>();
  #passed = 0;
  #beats = 0;
  #busy = 0;
  #jumped = 0;
  #isStopped = false;

  /**
   * @param beat requests an answer from the database server that needs no data; its duration measures the machine's
   * load
   */
  constructor(beat: () => Promise<unknown>) {
    this.#beat = beat;
    void this.#run();
  }

  /** Returns how often the clock advanced: this limits a round, in place of seconds. */
  get beats(): number {
    return this.#beats;
  }

  readonly monotonic = (): number => this.#passed;
  readonly now = (): number => this.#wallBegan + this.#passed;
  readonly wall = (): number => this.now() + this.#jumped;

  readonly jump = (ms: number): void => {
    this.#jumped += ms;
  };

  /** Stops permanently: sleepers are never woken. */
  stop(): void {
    this.#isStopped = true;
  }

  /** While this is in progress, time advances slowly. */
  async during<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#busy += 1;
    try {
      return await this.#inside.run(true, work);
    } finally {
      this.#busy -= 1;
    }
  }

  readonly sleep = (ms: number, signal?: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) {
        reject(signal.reason);
        return;
      }
      const held = this.#inside.getStore() ? 1 : 0;
      const end = () => {
        this.#busy += held;
        this.#sleepers.delete(sleeper);
        signal?.removeEventListener('abort', onAbort);
      };
      const sleeper: Sleeper = {
        due: this.#passed + Math.max(ms, shortestSleepMs),
        wake: () => {
          end();
          resolve();
        },
      };
      const onAbort = () => {
        end();
        reject(signal?.reason);
      };
      signal?.addEventListener('abort', onAbort, { once: true });
      this.#busy -= held;
      this.#sleepers.add(sleeper);
    });

  async #run(): Promise<void> {
    while (!this.#isStopped) {
      await Promise.all([pause(beatMs), this.#beat()]).catch((thrown: unknown) => {
        // The last answer of a finished round may be cut off with its connection.
        if (!this.#isStopped) {
          throw thrown;
        }
      });
      this.#goOn();
    }
  }

  /** Advances no further than the first sleeper to wake, so that it can act before the next. */
  #goOn(): void {
    this.#beats += 1;
    const step = this.#busy > 0 ? perBusyBeatMs : perIdleBeatMs;
    const next = Math.min(...[...this.#sleepers].map(({ due }) => due));
    this.#passed = Math.max(this.#passed, Math.min(this.#passed + step, next));
    for (const sleeper of [...this.#sleepers].filter(({ due }) => due <= this.#passed)) {
      sleeper.wake();
    }
  }
}
