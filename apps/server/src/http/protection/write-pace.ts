import { AppError } from '@bowerbird/contract/errors';
import type { Clock } from '../../time/clock.ts';
import type { SignedIn } from '../signed-in.ts';

/** Calls per minute, for one person and for all people of one merchant together. */
export interface WriteLimits {
  person: number;
  merchant: number;
}

interface Budget {
  left: number;
  at: number;
}

const minuteMs = 60_000;
/** Part of a minute's calls that can be made at once: one in five. */
const atOnce = 1 / 5;
/**
 * How long a call that comes too fast is held at most, in milliseconds; a call that would have to wait longer is
 * refused.
 */
const heldMsMax = 5000;
/** Bytes of a body that cost as much as one more call, because they have to be parsed and checked. */
const bytesPerCall = 256 * 1024;
/** What starting a run costs, in calls: it is written, queued, worked on and reported. */
const callsPerRun = 5;
/** Number of stored budgets above which full ones are deleted. */
const keptMax = 10_000;

type Caller = Pick<SignedIn, 'id' | 'ownerId'>;

/**
 * Limits the rate of signed-in callers' calls other than GET, by session or API token: a fifth of a minute's calls can
 * be made at once, and the budget refills evenly. Faster calls are held until their turn, so that one person's calls do
 * not displace those of others. Kept in this process; each process of an installation has separate budgets, as with the
 * limits by machine.
 */
export class WritePace {
  readonly #limits: WriteLimits;
  readonly #clock: Pick<Clock, 'monotonic' | 'sleep'>;
  readonly #budgets = new Map<string, Budget>();

  constructor(limits: WriteLimits, clock: Pick<Clock, 'monotonic' | 'sleep'>) {
    this.#limits = limits;
    this.#clock = clock;
  }

  /**
   * Takes one call of this person, and waits for its turn. Throws `rate.too-many-calls` if the wait would be too long,
   * and then takes nothing.
   */
  async take(person: Caller): Promise<void> {
    const budgets = this.#budgetsOf(person);
    const waitMs = Math.max(
      ...budgets.map(({ budget, perMinute }) => ((1 - budget.left) * minuteMs) / perMinute),
    );
    if (waitMs > heldMsMax) {
      throw new AppError('rate.too-many-calls', 'more calls than in a minute allowed', {
        params: { seconds: Math.ceil(waitMs / 1000) },
        waitMs,
      });
    }
    for (const { budget } of budgets) {
      budget.left -= 1;
    }
    if (waitMs > 0) {
      await this.#clock.sleep(waitMs);
    }
  }

  /** Takes the additional cost of a call, by the size of its body in bytes; the next calls wait for it. */
  takeMore(person: Caller, bytes: number): void {
    for (const { budget } of this.#budgetsOf(person)) {
      budget.left -= Math.floor(bytes / bytesPerCall);
    }
  }

  /** Takes the additional cost of a call that starts a run; the next calls wait for it. */
  takeRun(person: Caller): void {
    for (const { budget } of this.#budgetsOf(person)) {
      budget.left -= callsPerRun - 1;
    }
  }

  #budgetsOf({ id, ownerId }: Caller): { budget: Budget; perMinute: number }[] {
    const now = this.#clock.monotonic();
    const { person, merchant } = this.#limits;
    return [
      this.#budgetOf(`person ${id}`, person, now),
      ...(ownerId === null ? [] : [this.#budgetOf(`merchant ${ownerId}`, merchant, now)]),
    ];
  }

  #budgetOf(key: string, perMinute: number, now: number): { budget: Budget; perMinute: number } {
    const held = this.#budgets.get(key);
    const most = perMinute * atOnce;
    const budget = held ?? { left: most, at: now };
    budget.left = Math.min(most, budget.left + ((now - budget.at) * perMinute) / minuteMs);
    budget.at = now;
    if (!held) {
      this.#forgetFull(now);
      this.#budgets.set(key, budget);
    }
    return { budget, perMinute };
  }

  /** Deletes budgets that were not used for a minute: they are full, so they need not be stored. */
  #forgetFull(now: number): void {
    if (this.#budgets.size < keptMax) {
      return;
    }
    for (const [key, { at }] of this.#budgets) {
      if (now - at >= minuteMs) {
        this.#budgets.delete(key);
      }
    }
  }
}
