import type { PlatformContext } from '../context.ts';

/** One request's turn: taken before the request is sent, ended by exactly one of its methods. */
export interface Turn {
  /** The request was answered properly. */
  answered(): void;
  /** The host said "too fast" (429, 430): it gets no requests for `restMs`. */
  limited(restMs: number): void;
  /** The host had trouble (5xx, a broken connection). */
  unwell(): void;
  /** The request ended without any information about the host, for example by a stop. */
  dropped(): void;
}

/** Request speed for one host. */
export interface Pace {
  /** How many requests may run now, 1 to 4. */
  width(): number;
  /** Waits for a turn; turns are given in the order requested. Rejects when the signal fires. */
  take(): Promise<Turn>;
  /** Sets a minimum time between the starts of two requests from now on. */
  atLeastBetween(ms: number): void;
}

const widest = 4;
/** Good answers in a row before one more request may run in parallel. */
const streakToWiden = 4;
/** Answers slower than this never count as quick; a growing time counts only above `noticeableMs`. */
const slowMs = 1500;
const noticeableMs = 500;

/**
 * Returns an adaptive pace for one host: one request at a time, up to four while it answers quickly, halved when it
 * answers 429 or 430, has trouble, or its answers take increasingly long. A host that limits by rate is requested at
 * that rate: see `rateOf`. With `fixedMs` above 0: one at a time, with that time between starts.
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
        rate.served(number);
        learn(now() - startedAt);
      },
      limited(restMs) {
        giveBack();
        restUntil = Math.max(restUntil, now() + restMs);
        // Requests that ran in parallel are refused together: that is one event, not four.
        if (number > rate.startedAtRefusal()) {
          rate.emptied(now(), started - 1, restMs);
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
 * Learns the rate that a rate-limiting host allows from its refusals. A refusal means "the bucket is empty now"; the
 * number served between two refusals, divided by the time between them, is the rate at which it fills. From then on a
 * local bucket copies the host's, so that no waiting time is lost: what filled up meanwhile is used at once.
 */
function rateOf() {
  let perMs: number | null = null;
  /** What is counted begins at one refusal and ends at the last one; requests by their numbers, times in milliseconds. */
  let firstRefusal: { at: number; number: number } | null = null;
  let lastRefusal = { at: 0, number: -1, restMs: 0 };
  let servedBetween = 0;
  let startedSince = 0;
  let servedSince = 0;

  return {
    started(): void {
      startedSince += 1;
    },
    served(number: number): void {
      if (number > lastRefusal.number) {
        servedSince += 1;
        if (perMs !== null) {
          perMs *= 1 + growth();
        }
      } else if (firstRefusal !== null && number > firstRefusal.number) {
        // A long answer to a request that the host had accepted before it refused another one.
        servedBetween += 1;
        measure(firstRefusal.at);
      }
    },
    /** Returns the last request that had been started when the host last refused one; -1 before it did. */
    startedAtRefusal: () => lastRefusal.number,
    /** The host refused a request; `number` is the last one that had been started. */
    emptied(at: number, number: number, restMs: number): void {
      servedBetween += servedSince;
      lastRefusal = { at, number, restMs };
      if (firstRefusal !== null) {
        measure(firstRefusal.at);
      }
      // A long window is exact; a recent one follows a host that changes its limits.
      if (firstRefusal === null || at - firstRefusal.at > 120_000) {
        firstRefusal = { at, number };
        servedBetween = 0;
      }
      startedSince = 0;
      servedSince = 0;
    },
    /** Returns when the local bucket holds a token again; the past while no rate is known. */
    freeAt(): number {
      return perMs === null ? Number.NEGATIVE_INFINITY : lastRefusal.at + (startedSince + 1) / perMs;
    },
  };

  function measure(since: number): void {
    if (lastRefusal.at > since && servedBetween > 0) {
      // Adds half a token to the number served: a bucket that refuses holds between none and one.
      perMs = (servedBetween + 0.5) / (lastRefusal.at - since);
    }
  }

  /**
   * Returns how much each good answer increases the rate: little where a refusal costs a long wait, more after many
   * good answers.
   */
  function growth(): number {
    if (servedSince > 100) {
      return 0.01;
    }
    return lastRefusal.restMs > 5000 ? 0.0002 : 0.001;
  }
}
