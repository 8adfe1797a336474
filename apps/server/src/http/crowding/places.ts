import { randomInt } from 'node:crypto';
import { AppError } from '@bowerbird/contract/errors';
import type { Clock } from '../../time/clock.ts';
import type { CallKind } from './call-kinds.ts';

/** How many calls are worked on at once, and how many may wait for that. */
export interface PlaceLimits {
  /** Of all kinds but `outside`. */
  atOnce: number;
  /**
   * Of one kind; `usual` and `last` together also have only as many as `usual`, so that the others stay free for `first`
   * and `sign-in`. What these two may not take stays free for the others.
   */
  ofKind: Record<CallKind, number>;
  /** Of one merchant. */
  ofOne: number;
  /** Waiting calls, by kind. */
  waiting: Record<CallKind, number>;
  /** Waiting calls of one merchant. */
  waitingOfOne: number;
  /** A call that would have to wait longer is refused. */
  waitMs: number;
}

/** A few more at once than the program has connections to its database (12), since a call does not only use that. */
export const usualPlaces: PlaceLimits = {
  atOnce: 16,
  ofKind: { first: 7, 'sign-in': 6, usual: 13, last: 3, outside: 32 },
  ofOne: 8,
  waiting: { first: 200, 'sign-in': 100, usual: 200, last: 30, outside: 64 },
  waitingOfOne: 150,
  waitMs: 2000,
};

interface Waiting {
  kind: CallKind;
  /** The merchant; undefined for guests and administrators, who are not counted together. */
  of: string | undefined;
  begin(): void;
}

/** From the most urgent. */
const byUrgency: readonly CallKind[] = ['first', 'sign-in', 'usual', 'last', 'outside'];
/** What a call is expected to take before any has ended, in milliseconds, and how much each new one counts. */
const firstGuessMs = 30;
const newest = 0.1;

/**
 * Places for calls: so many are worked on at once, and others wait for their turn, the urgent ones first. A call that
 * cannot be answered soon is refused when it arrives, before anything is done for it. One merchant never has all places
 * and never fills the queue. Kept in this process.
 */
export class Places {
  readonly #limits: PlaceLimits;
  readonly #clock: Pick<Clock, 'monotonic'>;
  readonly #working: Record<CallKind, number> = { first: 0, 'sign-in': 0, usual: 0, last: 0, outside: 0 };
  readonly #workingOf = new Map<string, number>();
  readonly #takesMs: Record<CallKind, number> = {
    first: firstGuessMs,
    'sign-in': firstGuessMs,
    usual: firstGuessMs,
    last: firstGuessMs,
    outside: firstGuessMs,
  };
  #waiting: Waiting[] = [];

  constructor(clock: Pick<Clock, 'monotonic'>, limits: PlaceLimits = usualPlaces) {
    this.#clock = clock;
    this.#limits = limits;
  }

  /** How many calls wait for their turn. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /**
   * Returns null if a call of this kind that arrives now can be answered soon, else after how many seconds it should be sent
   * again.
   */
  secondsUntilFree(kind: CallKind, of?: string): number | null {
    if (this.#isFree(kind, of)) {
      return null;
    }
    const { waiting, waitingOfOne, waitMs } = this.#limits;
    const ofKind = this.#waiting.filter((each) => each.kind === kind).length;
    const ofOne = of === undefined ? 0 : this.#waiting.filter((each) => each.of === of).length;
    const expectedMs = this.#expectedMs(kind, ofOne);
    return ofKind >= waiting[kind] || ofOne >= waitingOfOne || expectedMs > waitMs
      ? // Not all at the same moment: those who were refused together would come back together.
        Math.ceil(Math.min(expectedMs, 5000) / 1000) + 1 + randomInt(3)
      : null;
  }

  /** Throws `server.busy` if a call of this kind that arrives now could not be answered soon. */
  require(kind: CallKind, of?: string): void {
    const seconds = this.secondsUntilFree(kind, of);
    if (seconds !== null) {
      throw new AppError('server.busy', `${this.#waiting.length} calls wait`, {
        params: { seconds },
        waitMs: seconds * 1000,
      });
    }
  }

  /** Does the work in its turn. Throws `server.busy`, and then nothing was done. */
  async within<Result>(kind: CallKind, of: string | undefined, work: () => Promise<Result>): Promise<Result> {
    this.require(kind, of);
    if (this.#isFree(kind, of)) {
      this.#take(kind, of);
    } else {
      await new Promise<void>((begin) => this.#waiting.push({ kind, of, begin }));
    }
    const began = this.#clock.monotonic();
    try {
      return await work();
    } finally {
      this.#takesMs[kind] += newest * (this.#clock.monotonic() - began - this.#takesMs[kind]);
      this.#leave(kind, of);
    }
  }

  #isFree(kind: CallKind, of: string | undefined): boolean {
    const { atOnce, ofKind, ofOne } = this.#limits;
    const { first, 'sign-in': signIn, usual, last } = this.#working;
    const isUrgent = kind === 'first' || kind === 'sign-in';
    return (
      this.#working[kind] < ofKind[kind] &&
      (kind === 'outside' || first + signIn + usual + last < atOnce) &&
      (kind === 'outside' || isUrgent || usual + last < ofKind.usual) &&
      (of === undefined || (this.#workingOf.get(of) ?? 0) < ofOne)
    );
  }

  /** Returns how long a new call would wait, by what calls took lately. */
  #expectedMs(kind: CallKind, ofOne: number): number {
    const urgent = byUrgency.slice(0, byUrgency.indexOf(kind) + 1);
    const before = this.#waiting.filter((each) =>
      kind === 'outside' ? each.kind === kind : urgent.includes(each.kind),
    );
    const workMs = before.reduce((sum, each) => sum + this.#takesMs[each.kind], 0);
    const { ofKind } = this.#limits;
    return Math.max(workMs / ofKind[kind], (ofOne * this.#takesMs[kind]) / this.#limits.ofOne);
  }

  #take(kind: CallKind, of: string | undefined): void {
    this.#working[kind] += 1;
    if (of !== undefined) {
      this.#workingOf.set(of, (this.#workingOf.get(of) ?? 0) + 1);
    }
  }

  #leave(kind: CallKind, of: string | undefined): void {
    this.#working[kind] -= 1;
    if (of !== undefined) {
      const left = (this.#workingOf.get(of) ?? 0) - 1;
      if (left > 0) {
        this.#workingOf.set(of, left);
      } else {
        this.#workingOf.delete(of);
      }
    }
    this.#beginNext();
  }

  #beginNext(): void {
    for (const kind of byUrgency) {
      const next = this.#waiting.find((each) => each.kind === kind && this.#isFree(kind, each.of));
      if (next) {
        this.#waiting = this.#waiting.filter((each) => each !== next);
        this.#take(kind, next.of);
        next.begin();
        return;
      }
    }
  }
}
