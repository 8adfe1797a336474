import { AppError } from '@bowerbird/contract/errors';
import type { Clock } from '../clock.ts';

const rememberedMax = 10_000;

/** Slows guessing: after five wrong tries for one account from one address, each further one waits longer. */
export class SignInTries {
  readonly #clock: Clock;
  readonly #wrong = new Map<string, { count: number; untilMs: number }>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Throws `rate.too-many-tries` while this account is closed for this address. */
  check(key: string): void {
    const leftMs = (this.#wrong.get(key)?.untilMs ?? 0) - this.#clock.monotonic();
    if (leftMs > 0) {
      throw new AppError('rate.too-many-tries', 'too many wrong passwords', {
        params: { seconds: Math.ceil(leftMs / 1000) },
        waitMs: leftMs,
      });
    }
  }

  wrong(key: string): void {
    const count = (this.#wrong.get(key)?.count ?? 0) + 1;
    // Put last again: the one longest quiet is forgotten first, so that many tries elsewhere free nobody.
    this.#wrong.delete(key);
    const oldest = this.#wrong.size >= rememberedMax ? this.#wrong.keys().next().value : undefined;
    if (oldest !== undefined) {
      this.#wrong.delete(oldest);
    }
    const closedMs = count < 5 ? 0 : Math.min(15 * 60_000, 1000 * 2 ** (count - 5) * 5);
    this.#wrong.set(key, { count, untilMs: this.#clock.monotonic() + closedMs });
  }

  right(key: string): void {
    this.#wrong.delete(key);
  }
}
