import type { Throttle } from '@bowerbird/platforms/listing/store/access';
import type { Clock } from '../time/clock.ts';

/**
 * The share of the store's allowance that we use: the rest allows for clock differences and the merchant's own clicks.
 */
const share = 0.98;
/** The minimum period over which the used share is computed, in seconds, once that much has passed. */
const lateSeconds = 10;

/**
 * One store's limit, kept in one place by our own count and corrected by what the store reports. Every sender first
 * takes what its request will cost, and waits its turn.
 */
export class Limit {
  readonly #clock: Clock;
  #maximum: number;
  #rate: number;
  #left: number;
  #at: number;
  #underWay = 0;
  #line: Promise<void> = Promise.resolve();
  #spent = 0;
  #since: number;
  #onGivenBack: () => void = () => undefined;
  /** As the store last reported; null before the first report. */
  reported: (Throttle & { seenAt: string }) | null = null;

  constructor(clock: Clock, first: Throttle) {
    this.#clock = clock;
    this.#maximum = first.maximumAvailable;
    this.#rate = first.restoreRate * share;
    this.#left = first.currentlyAvailable;
    this.#at = clock.monotonic();
    this.#since = this.#at;
  }

  /** Waits until this much may be spent, in the order of the calls, and spends it. */
  take(cost: number, signal: AbortSignal): Promise<void> {
    const turn = this.#line.then(() => this.#wait(Math.min(cost, this.#maximum), signal));
    this.#line = turn.catch(() => undefined);
    return turn;
  }

  async #wait(cost: number, signal: AbortSignal): Promise<void> {
    for (;;) {
      signal.throwIfAborted();
      const missing = cost - this.#now();
      if (missing <= 0) {
        break;
      }
      await this.#untilRestored(Math.max(1, Math.ceil((missing / this.#rate) * 1000)), signal);
    }
    this.#left -= cost;
    this.#underWay += cost;
    this.#spent += cost;
  }

  /** Waits this long, or until an answer gives something back: a request may have cost much less than estimated. */
  async #untilRestored(ms: number, signal: AbortSignal): Promise<void> {
    const givenBack = new AbortController();
    this.#onGivenBack = () => givenBack.abort();
    await this.#clock.sleep(ms, AbortSignal.any([signal, givenBack.signal])).catch((thrown: unknown) => {
      if (!givenBack.signal.aborted) {
        throw thrown;
      }
    });
    this.#onGivenBack = () => undefined;
  }

  /** Records the store's answer: what the request really cost, and what the store says is left. */
  learn(throttle: Throttle, estimated: number, actual: number): void {
    this.#now();
    this.#maximum = throttle.maximumAvailable;
    this.#rate = throttle.restoreRate * share;
    this.#giveBack(estimated, actual);
    // What is still under way may or may not be in the report: the true value is between the two interpretations, and
    // our own count is trusted within them.
    const least = throttle.currentlyAvailable - this.#underWay;
    this.#left = Math.min(throttle.currentlyAvailable, Math.max(this.#left, least));
    this.reported = { ...throttle, seenAt: new Date(this.#clock.wall()).toISOString() };
  }

  /** Returns what was taken for a request that was not sent. */
  unused(estimated: number): void {
    this.#giveBack(estimated, 0);
  }

  /**
   * Records that the store rejected a request of this cost because of its limit; it would fit after `ms` milliseconds.
   */
  rest(ms: number, cost: number): void {
    this.#left = Math.min(this.#now(), cost - (ms / 1000) * this.#rate);
  }

  /** Returns how much of the recent allowance was spent, in percent from 0 to 100. */
  share(): number | null {
    const seconds = (this.#clock.monotonic() - this.#since) / 1000;
    const allowed = seconds * (this.#rate / share);
    const used = allowed > 0 ? Math.min(100, Math.round((this.#spent / allowed) * 100)) : null;
    // Older spending counts for less; measured only from one call to the next, a slow store would appear idle and busy
    // in turns.
    if (seconds >= lateSeconds) {
      this.#spent /= 2;
      this.#since += (seconds / 2) * 1000;
    }
    return used;
  }

  #giveBack(estimated: number, actual: number): void {
    this.#underWay = Math.max(0, this.#underWay - estimated);
    this.#left = Math.min(this.#maximum, this.#left + estimated - actual);
    this.#spent -= estimated - actual;
    this.#onGivenBack();
  }

  #now(): number {
    const at = this.#clock.monotonic();
    this.#left = Math.min(this.#maximum, this.#left + (Math.max(0, at - this.#at) / 1000) * this.#rate);
    this.#at = at;
    return this.#left;
  }
}
