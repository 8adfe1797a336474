import type { AppError, ErrorCode } from '@bowerbird/contract/errors';

/** What to do after a failure. */
export interface Wait {
  /** Milliseconds until the same request is sent again; null to give up. */
  ms: number | null;
  /** The host itself requested the wait: it gets no requests meanwhile. */
  everybody: boolean;
  /** The host has trouble. */
  unwell: boolean;
}

const giveUp: Wait = { ms: null, everybody: false, unwell: false };

const minute = 60_000;
/**
 * Longest wait inside a run, in milliseconds: when a host requests more, the failure reports the time and the run
 * resumes later.
 */
const longestRequestedMs = 15 * minute;

const transient: ReadonlySet<ErrorCode> = new Set([
  'source.unwell',
  'source.answer-cut',
  'source.timeout',
  'address.unreachable',
]);

/** How much depends on a request: everything, a little, or nothing. */
export type Importance = 'needed' | 'beside' | 'optional';

/** How often each refusal is waited out, and the longest wait that a host may request. */
const tries = {
  needed: { limited: 10, turnedAway: 2, troubled: 5, longestMs: longestRequestedMs },
  // A longer wait would delay the whole run (the server's `collect/outside.ts`).
  beside: { limited: 2, turnedAway: 0, troubled: 2, longestMs: minute },
  optional: { limited: 10, turnedAway: 2, troubled: 0, longestMs: longestRequestedMs },
} as const satisfies Record<Importance, object>;

/**
 * Returns how one request is repeated. 429: after 10 s, doubled up to 5 minutes, or as long as `Retry-After` says; ten
 * times. 430 (Shopify suspects a robot): after a minute and more, three tries in all. Trouble: five more tries from 1
 * s; none when nothing depends on the request. A request that is not essential to the run is repeated at most twice.
 * Anything else is not repeated.
 */
export function patience(importance: Importance): { after(failure: AppError): Wait } {
  const most = tries[importance];
  let limited = 0;
  let turnedAway = 0;
  let troubled = 0;

  return {
    after(failure) {
      const requested = failure.waitMs;
      if (failure.code === 'source.slow-down') {
        limited += 1;
        const ownMs = Math.min(10_000 * 2 ** (limited - 1), 5 * minute);
        const tooLong = limited > most.limited || (requested ?? 0) > most.longestMs;
        return { ms: tooLong ? null : Math.max(requested ?? ownMs, 100), everybody: true, unwell: false };
      }
      if (failure.code === 'source.blocked-us' && failure.params.status === 430) {
        turnedAway += 1;
        const ms = Math.max(requested ?? 0, minute * 2 ** (turnedAway - 1));
        return {
          ms: turnedAway > most.turnedAway || ms > most.longestMs ? null : ms,
          everybody: true,
          unwell: false,
        };
      }
      if (transient.has(failure.code)) {
        troubled += 1;
        const ms = Math.max(requested ?? 0, 1000 * 2 ** (troubled - 1));
        const enough = troubled > most.troubled || ms > most.longestMs;
        return { ms: enough ? null : ms, everybody: false, unwell: true };
      }
      return giveUp;
    },
  };
}
