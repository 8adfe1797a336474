import { AppError } from '@bowerbird/contract/errors';
import type { Clock } from '../clock.ts';
import type { SignedIn } from './signed-in.ts';

/** Calls in a minute, for one person and for all people of one merchant together. */
export interface WriteLimits {
  person: number;
  merchant: number;
}

interface Budget {
  left: number;
  at: number;
}

const minuteMs = 60_000;
/** So many budgets are kept before those that are full again are forgotten. */
const keptMax = 10_000;

/**
 * Paces the calls other than GET of whoever is signed in, by session or API token: a minute's calls can be made at once, and
 * come back evenly. Kept in this process; each process of an installation has budgets of its own, as with the limits by machine.
 */
export class WritePace {
  readonly #limits: WriteLimits;
  readonly #clock: Pick<Clock, 'monotonic'>;
  readonly #budgets = new Map<string, Budget>();

  constructor(limits: WriteLimits, clock: Pick<Clock, 'monotonic'>) {
    this.#limits = limits;
    this.#clock = clock;
  }

  /** Takes one call of this person. Throws `rate.too-many-calls` where a budget is used up, and takes nothing then. */
  take({ id, ownerId }: Pick<SignedIn, 'id' | 'ownerId'>): void {
    const now = this.#clock.monotonic();
    const { person, merchant } = this.#limits;
    const budgets = [
      this.#budgetOf(`person ${id}`, person, now),
      ...(ownerId === null ? [] : [this.#budgetOf(`merchant ${ownerId}`, merchant, now)]),
    ];
    const waitMs = Math.max(
      ...budgets.map(({ budget, perMinute }) => ((1 - budget.left) * minuteMs) / perMinute),
    );
    if (waitMs > 0) {
      throw new AppError('rate.too-many-calls', 'more calls than in a minute allowed', {
        params: { seconds: Math.ceil(waitMs / 1000) },
        waitMs,
      });
    }
    for (const { budget } of budgets) {
      budget.left -= 1;
    }
  }

  #budgetOf(key: string, perMinute: number, now: number): { budget: Budget; perMinute: number } {
    const held = this.#budgets.get(key);
    const budget = held ?? { left: perMinute, at: now };
    budget.left = Math.min(perMinute, budget.left + ((now - budget.at) * perMinute) / minuteMs);
    budget.at = now;
    if (!held) {
      this.#forgetFull(now);
      this.#budgets.set(key, budget);
    }
    return { budget, perMinute };
  }

  /** A budget that nobody took of for a minute is full, and as good as none. */
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
