import { setTimeout as pause } from 'node:timers/promises';
import { type Clock, realClock } from '../../src/time/clock.ts';

export interface AcceleratedClock extends Clock {
  /** The store's own wall clock, which `jump` does not affect, and its random numbers. */
  now(): number;
  random(): number;
  /** Sets the wall clock forward or back; the monotonic clock is not affected. */
  jump(ms: number): void;
}

/**
 * Interval of checking whether all work is waiting, in real milliseconds; after `idleLooks` checks without any work, it
 * is.
 */
const lookMs = 1;
const idleLooks = 5;

/**
 * The clocks also advance while there is work, though more slowly: at every `beatLooks` checks, each counting for at
 * most `countedMax` milliseconds.
 */
const beatLooks = 16;
const countedMax = 6;

/** Advances a clock by this many milliseconds, or, where all work waits, to its next wake-up. */
type GoesOn = (ms: number, isIdle: boolean) => void;

/** The database whose answers advance the clocks: those created while it was the one that the tests work on. */
interface Heart {
  beat: () => Promise<unknown>;
  /** How often one of its connections was acquired so far, and how many are in use now. */
  taken: number;
  inUse: number;
  clocks: Set<GoesOn>;
  looks: Set<() => Promise<void>>;
  /** Whether its clocks are running. */
  isBeating: boolean;
  /** Fires when its clocks are to stop for good. */
  end: AbortController;
}
let heart: Heart | null = null;

/** The events that a connection pool emits. */
interface Watched {
  on(event: 'acquire' | 'release', reported: () => void): unknown;
}

/**
 * Makes clocks that are created from now on in this process advance after each answer to this query, sent to the
 * database that the tests work on: whatever slows the work slows the clocks as much, so that a busy machine makes a
 * test longer and no deadline shorter. While no connection of the pool is in use, and none was for a while, all work
 * waits for a clock, and the clocks advance at once to the next wake-up.
 */
export function beatBy(question: () => Promise<unknown>, pool: Watched): void {
  beatNoMore();
  const own: Heart = {
    beat: question,
    taken: 0,
    inUse: 0,
    clocks: new Set(),
    looks: new Set(),
    isBeating: false,
    end: new AbortController(),
  };
  pool.on('acquire', () => {
    own.taken += 1;
    own.inUse += 1;
  });
  pool.on('release', () => {
    own.inUse -= 1;
  });
  heart = own;
}

/** Switches back to real time; existing clocks stand still. */
export function beatNoMore(): void {
  heart?.end.abort();
  heart = null;
}

/**
 * Calls `look` before time advances for the waiting work, and now and then while there is work. Returns a function that
 * stops it.
 */
export function beforeTimePasses(look: () => Promise<void>): () => void {
  const own = heart;
  if (own === null) {
    return () => false;
  }
  own.looks.add(look);
  void goOn(own);
  return () => own.looks.delete(look);
}

/**
 * Runs the clocks of a database until it ends. A query sent to it then may never be answered, and is not waited for.
 */
async function goOn(own: Heart): Promise<void> {
  if (own.isBeating) {
    return;
  }
  own.isBeating = true;
  const { signal } = own.end;
  const ended = new Promise<void>((resolve) =>
    signal.addEventListener('abort', () => resolve(), { once: true }),
  );
  let last = performance.now();
  let quiet = 0;
  let taken = 0;
  let looks = 0;
  while (!signal.aborted) {
    await pause(lookMs);
    looks += 1;
    quiet = own.taken === taken && own.inUse === 0 ? quiet + 1 : 0;
    taken = own.taken;
    const isBeat = looks % beatLooks === 0;
    if (!isBeat && quiet < idleLooks) {
      continue;
    }
    await Promise.race([ended, requested(own, isBeat)]);
    if (signal.aborted) {
      break;
    }
    const isIdle = quiet >= idleLooks && own.taken === taken && own.inUse === 0;
    quiet = 0;
    const now = performance.now();
    const counted = Math.min(now - last, countedMax);
    last = now;
    for (const goesOn of own.clocks) {
      goesOn(counted, isIdle);
    }
  }
}

/** Runs the query and the looks; a failure while the database ends is ignored. */
async function requested({ beat, looks, end }: Heart, isBeat: boolean): Promise<void> {
  try {
    await (isBeat && beat());
    await Promise.all([...looks].map((look) => look()));
  } catch (thrown) {
    if (!end.signal.aborted) {
      throw thrown;
    }
  }
}

/**
 * Creates an accelerated clock that runs `times` as fast, for tests in which minutes must pass while real work is done.
 */
export function acceleratedClock(times: number): AcceleratedClock {
  if (heart === null) {
    return acceleratedByTime(times);
  }
  void goOn(heart);
  return acceleratedByBeats(times, heart);
}

function acceleratedByBeats(times: number, { clocks }: Heart): AcceleratedClock {
  const wallBegan = Date.now();
  const sleepers = new Set<{ due: number; wake(): void }>();
  let passed = 0;
  let jumped = 0;
  clocks.add((ms, isIdle) => {
    // No further than to the next sleeper to be woken, so that it can act before the one after it.
    const next = Math.min(...[...sleepers].map(({ due }) => due));
    passed = Math.max(passed, isIdle && sleepers.size > 0 ? next : Math.min(passed + ms * times, next));
    for (const sleeper of [...sleepers].filter(({ due }) => due <= passed)) {
      sleeper.wake();
    }
  });
  const sleep = (ms: number, signal?: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      if (signal?.aborted) {
        reject(signal.reason);
        return;
      }
      const end = () => {
        sleepers.delete(sleeper);
        signal?.removeEventListener('abort', onAbort);
      };
      const sleeper = {
        due: passed + ms,
        wake() {
          end();
          resolve();
        },
      };
      const onAbort = () => {
        end();
        reject(signal?.reason);
      };
      signal?.addEventListener('abort', onAbort, { once: true });
      sleepers.add(sleeper);
    });
  return {
    monotonic: () => passed,
    wall: () => wallBegan + passed + jumped,
    now: () => wallBegan + passed,
    random: Math.random,
    sleep,
    jump(ms) {
      jumped += ms;
    },
  };
}

function acceleratedByTime(times: number): AcceleratedClock {
  const began = performance.now();
  const wallBegan = Date.now();
  let jumped = 0;
  const monotonic = () => (performance.now() - began) * times;
  return {
    monotonic,
    wall: () => wallBegan + monotonic() + jumped,
    now: () => wallBegan + monotonic(),
    random: Math.random,
    sleep: (ms: number, signal?: AbortSignal) => realClock.sleep(ms / times, signal),
    jump(ms) {
      jumped += ms;
    },
  };
}
