import type { PlatformContext } from '@bowerbird/platforms/context';
import type { Services } from '../services/services.ts';

/** Longest pause that a run waits for; if a source requests more, the run is held and resumes automatically. */
export const longestWaitMs = 60_000;

/** The source requested a long pause. */
export class LongRest extends Error {
  override readonly name = 'LongRest';
  readonly waitMs: number;
  constructor(waitMs: number) {
    super(`the source asked us to wait ${Math.round(waitMs / 1000)} s`);
    this.waitMs = waitMs;
  }
}

/** What a collector gets for access to the network, with monitoring. */
export interface Outside {
  context: PlatformContext;
  /** Requests sent so far. */
  requests(): number;
  /** Set if the source requested a long pause; the collector was then stopped. */
  rest(): LongRest | null;
}

/**
 * Counts requests, and stops collecting if the source requests a long pause. A refusal as a robot (430) is no such
 * request: the collector itself retries that only a few times.
 */
export function watchedOutside(
  { fetch, clock }: Pick<Services, 'fetch' | 'clock'>,
  signal: AbortSignal,
): Outside {
  const resting = new AbortController();
  const both = AbortSignal.any([signal, resting.signal]);
  let requests = 0;
  let slowedDown = false;
  let rest: LongRest | null = null;

  return {
    requests: () => requests,
    rest: () => rest,
    context: {
      signal: both,
      now: () => clock.monotonic(),
      async fetch(input, init) {
        requests += 1;
        const answer = await fetch(input, init);
        // Responses to requests that were sent at the same time as the refused one say nothing about it.
        if (answer.status === 429 || (answer.status === 503 && answer.headers.has('retry-after'))) {
          slowedDown = true;
        } else if (answer.status === 430) {
          slowedDown = false;
        }
        return answer;
      },
      async sleep(ms, stop) {
        if (ms > longestWaitMs && slowedDown) {
          rest = new LongRest(ms);
          resting.abort(rest);
        }
        await clock.sleep(ms, AbortSignal.any([stop, both]));
      },
    },
  };
}
