import type { PlatformContext } from './context.ts';

/** One request's turn: taken before it leaves, given back by exactly one of its methods. */
export interface Turn {
  /** It was answered properly. */
  answered(): void;
  /** The host said "too fast" (429, 430): nobody asks it anything for `restMs`. */
  limited(restMs: number): void;
  /** The host was not well (5xx, a broken connection). */
  unwell(): void;
  /** It came to nothing that says anything about the host, such as a stop. */
  dropped(): void;
}

/** How fast one host is asked. */
export interface Pace {
  /** How many requests may be under way now, 1 to 4. */
  width(): number;
  /** Waits for a turn; turns are given in the order asked. Rejects when the signal fires. */
  take(): Promise<Turn>;
  /** From now on at least this long between the starts of two requests. */
  atLeastBetween(ms: number): void;
}

const widest = 4;
/** Good answers in a row before one more request may be under way. */
const streakToWiden = 4;
/** Slower than this is never called quick, and only above it a growing time counts. */
const slowMs = 1500;
const noticeableMs = 500;

/**
 * Adaptive pace for one host: one request at a time, up to four while it answers quickly, halved when it says 429 or
 * 430, is not well, or its answers take growing time. A host that limits by rate is met at that rate: see `rateOf`.
 * With `fixedMs` above 0: one at a time, that long between starts.
 */
export function paceOf(context: Pick<PlatformContext, 'now' | 'sleep' | 'signal'>, fixedMs = 0): Pace {
  const { now, sleep, signal } = context;
  const rate = rateOf();
  let width = 1;
  let underWay = 0;
  let streak = 0;
  let usualMs: number | null = null;
  let betweenMs = fixedMs;
  let lastStart = Number.NEGATIVE_INFINITY;
  let restUntil = Number.NEGATIVE_INFINITY;
  let started = 0;
  let startedAtLimit = -1;
  let freed: (() => void) | null = null;
  let line: Promise<unknown> = Promise.resolve();

  async function next(): Promise<Turn> {
    for (;;) {
      signal.throwIfAborted();
      if (underWay >= width) {
        await new Promise<void>((resolve) => {
          freed = resolve;
        });
        continue;
      }
      const waitMs = Math.max(restUntil, lastStart + betweenMs, rate.freeAt()) - now();
      if (waitMs <= 0) {
        return start();
      }
      await sleep(waitMs, signal);
    }
  }

  function start(): Turn {
    const number = started++;
    const startedAt = now();
    lastStart = startedAt;
    underWay += 1;
    rate.started();

    return {
      answered() {
        giveBack();
        if (number > startedAtLimit) {
          rate.served();
        }
        learn(now() - startedAt);
      },
      limited(restMs) {
        giveBack();
        restUntil = Math.max(restUntil, now() + restMs);
        // Those under way together are told together: that is one event, not four.
        if (number > startedAtLimit) {
          startedAtLimit = started - 1;
          rate.emptied(now(), restMs);
          narrow();
        }
      },
      unwell() {
        giveBack();
        narrow();
      },
      dropped: giveBack,
    };
  }

  function giveBack(): void {
    underWay -= 1;
    freed?.();
    freed = null;
  }

  function narrow(): void {
    width = Math.max(1, Math.floor(width / 2));
    streak = 0;
  }

  function learn(tookMs: number): void {
    const growing = usualMs !== null && tookMs > noticeableMs && tookMs > 2.5 * usualMs;
    usualMs = usualMs === null ? tookMs : 0.9 * usualMs + 0.1 * tookMs;
    if (growing) {
      narrow();
      return;
    }
    streak = tookMs < slowMs ? streak + 1 : 0;
    if (streak >= streakToWiden && width < widest && fixedMs === 0) {
      width += 1;
      streak = 0;
    }
  }

  return {
    width: () => width,
    atLeastBetween(ms) {
      betweenMs = Math.max(betweenMs, ms);
    },
    take() {
      const turn = line.then(next);
      line = turn.catch(() => undefined);
      return turn;
    },
  };
}

/**
 * What a host that limits by rate lets through, learned from its refusals. A refusal says "the bucket is empty now";
 * what was served between two of them, over the time between them, is the rate it fills at. From then on a bucket of
 * our own is kept beside theirs, so that waiting loses nothing: what filled up meanwhile is used at once.
 */
function rateOf() {
  let perMs: number | null = null;
  let windowStart: number | null = null;
  let servedInWindow = 0;
  let emptyAt = 0;
  let startedSinceEmpty = 0;
  let servedSinceEmpty = 0;
  let lastRestMs = 0;

  return {
    started(): void {
      startedSinceEmpty += 1;
    },
    served(): void {
      servedInWindow += 1;
      servedSinceEmpty += 1;
      if (perMs !== null) {
        perMs *= 1 + growth();
      }
    },
    emptied(at: number, restMs: number): void {
      // Half a token more than was served: what lies in a bucket that refuses is somewhere between none and one.
      if (windowStart !== null && at > windowStart && servedInWindow > 0) {
        perMs = (servedInWindow + 0.5) / (at - windowStart);
      }
      // A long window is exact, a young one follows a host that changes its mind.
      if (windowStart === null || at - windowStart > 120_000) {
        windowStart = at;
        servedInWindow = 0;
      }
      emptyAt = at;
      startedSinceEmpty = 0;
      servedSinceEmpty = 0;
      lastRestMs = restMs;
    },
    /** When our own bucket holds one again; the past while no rate is known. */
    freeAt(): number {
      return perMs === null ? Number.NEGATIVE_INFINITY : emptyAt + (startedSinceEmpty + 1) / perMs;
    },
  };

  /** How much faster each good answer makes us: carefully where a refusal costs a long rest, freely after many. */
  function growth(): number {
    if (servedSinceEmpty > 100) {
      return 0.01;
    }
    return lastRestMs > 5000 ? 0.0002 : 0.001;
  }
}
