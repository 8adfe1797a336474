import type { HurriedClock } from '../../../apps/server/src/testing/hurried-clock.ts';

/** How many times as fast the clock runs: while something is being done, and while everybody waits. */
export const whileBusy = 5;
export const whileIdle = 100;
/** Nobody is woken more often than this, or the machine would do nothing else; in real milliseconds. */
const wokenMs = 20;

interface Sleeper {
  due: number;
  wake(): void;
}

/**
 * One clock for a round: store and workers read the same. It runs fast while everybody waits and slowly while a request or a
 * transaction is under way, so that a busy machine makes a round longer and no deadline shorter.
 */
export class ProofClock implements HurriedClock {
  readonly #wallBegan = Date.now();
  readonly #sleepers = new Set<Sleeper>();
  #passed = 0;
  #at = performance.now();
  #busy = 0;
  #jumped = 0;
  #timer: NodeJS.Timeout | undefined;
  readonly random = Math.random;

  readonly monotonic = (): number => {
    const at = performance.now();
    this.#passed += (at - this.#at) * (this.#busy > 0 ? whileBusy : whileIdle);
    this.#at = at;
    return this.#passed;
  };

  readonly now = (): number => this.#wallBegan + this.monotonic();
  readonly wall = (): number => this.now() + this.#jumped;

  readonly jump = (ms: number): void => {
    this.#jumped += ms;
  };

  /** While this is under way, time goes slowly. */
  async during<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#count(1);
    try {
      return await work();
    } finally {
      this.#count(-1);
    }
  }

  readonly sleep = (ms: number, signal?: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) {
        reject(signal.reason);
        return;
      }
      const sleeper: Sleeper = {
        due: this.monotonic() + Math.max(ms, wokenMs * whileIdle),
        wake: () => {
          signal?.removeEventListener('abort', onAbort);
          resolve();
        },
      };
      const onAbort = () => {
        this.#sleepers.delete(sleeper);
        reject(signal?.reason);
      };
      signal?.addEventListener('abort', onAbort, { once: true });
      this.#sleepers.add(sleeper);
      this.#setTimer();
    });

  #count(by: number): void {
    this.monotonic();
    this.#busy += by;
    this.#setTimer();
  }

  #setTimer(): void {
    clearTimeout(this.#timer);
    const due = Math.min(...[...this.#sleepers].map((sleeper) => sleeper.due));
    if (Number.isFinite(due)) {
      const ms = (due - this.monotonic()) / (this.#busy > 0 ? whileBusy : whileIdle);
      this.#timer = setTimeout(() => this.#wake(), Math.max(1, ms));
    }
  }

  #wake(): void {
    const now = this.monotonic();
    for (const sleeper of [...this.#sleepers].filter(({ due }) => due <= now)) {
      this.#sleepers.delete(sleeper);
      sleeper.wake();
    }
    this.#setTimer();
  }
}
