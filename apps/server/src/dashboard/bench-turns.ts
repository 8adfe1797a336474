import { AppError } from '@bowerbird/contract/errors';
import type { Clock } from '../time/clock.ts';

/** How often one person may use the test bench, since each use sends requests to a shop of another party. */
const turnsMax = 20;
const withinMs = 60_000;

/** Counts each person's uses of the test bench. */
export class BenchTurns {
  readonly #clock: Clock;
  readonly #taken = new Map<string, number[]>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Throws `rate.too-many-tries` if this person has reached the limit for now. */
  take(userId: string): void {
    const now = this.#clock.monotonic();
    const lately = (this.#taken.get(userId) ?? []).filter((at) => now - at < withinMs);
    const [oldest = now] = lately;
    if (lately.length >= turnsMax) {
      const leftMs = withinMs - (now - oldest);
      throw new AppError('rate.too-many-tries', 'the bench was asked too often', {
        params: { seconds: Math.ceil(leftMs / 1000) },
        waitMs: leftMs,
      });
    }
    if (this.#taken.size > 1000) {
      this.#taken.clear();
    }
    this.#taken.set(userId, [...lately, now]);
  }
}
