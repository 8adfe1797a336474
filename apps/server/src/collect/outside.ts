import type { PlatformContext } from '@bowerbird/platforms/context';
import type { Services } from '../services.ts';

/** A source that asks for a longer rest than this is not waited for: the run is held and goes on by itself. */
export const longestWaitMs = 60_000;

/** The source asked for a long rest. */
export class LongRest extends Error {
  override readonly name = 'LongRest';
  readonly waitMs: number;
  constructor(waitMs: number) {
    super(`the source asked us to wait ${Math.round(waitMs / 1000)} s`);
    this.waitMs = waitMs;
  }
}

/** What a collector is given of the outside world, watched. */
export interface Outside {
  context: PlatformContext;
  /** Requests sent so far. */
  requests(): number;
  /** Set when the source asked for a long rest; the collector was then told to stop. */
  rest(): LongRest | null;
}

/**
 * Counts requests, and ends the collecting when the source wants a long rest. Being turned away as a robot (430) is no
 * such wish: the collector itself tries that but a few times.
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
        // Answers to requests that were under way with the refused one say nothing of it.
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
