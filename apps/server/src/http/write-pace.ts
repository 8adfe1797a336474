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
/** So many of a minute's calls can be made at once: one in five. */
const atOnce = 1 / 5;
/** A call that comes too fast is held for so long at most, milliseconds; what would wait longer is refused. */
const heldMsMax = 5000;
/** So many bytes of a body cost as much as one more call: somebody has to parse and check them. */
const bytesPerCall = 256 * 1024;
/** So many budgets are kept before those that are full again are forgotten. */
const keptMax = 10_000;

type Caller = Pick<SignedIn, 'id' | 'ownerId'>;

/**
 * Paces the calls other than GET of whoever is signed in, by session or API token: a fifth of a minute's calls can be made at once, and
 * come back evenly. What comes faster is held until its turn, so that one person's calls stand beside those of others and not before
 * them. Kept in this process; each process of an installation has budgets of its own, as with the limits by machine.
 */
export class WritePace {
  readonly #limits: WriteLimits;
  readonly #clock: Pick<Clock, 'monotonic' | 'sleep'>;
  readonly #budgets = new Map<string, Budget>();

  constructor(limits: WriteLimits, clock: Pick<Clock, 'monotonic' | 'sleep'>) {
    this.#limits = limits;
    this.#clock = clock;
  }

  /** Takes one call of this person, and waits for its turn. Throws `rate.too-many-calls` where that is far off, and takes nothing then. */
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

  /** Takes what a call turned out to cost more than others, by the size of its body in bytes; the next calls wait for it. */
  takeMore(person: Caller, bytes: number): void {
    for (const { budget } of this.#budgetsOf(person)) {
      budget.left -= Math.floor(bytes / bytesPerCall);
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
