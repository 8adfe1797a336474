import { setTimeout as pause } from 'node:timers/promises';
import { type Clock, realClock } from '../clock.ts';

export interface HurriedClock extends Clock {
  /** The store's own wall clock, which nobody jumps, and its chance. */
  now(): number;
  random(): number;
  /** Sets the wall clock forward or back; the monotonic one does not notice. */
  jump(ms: number): void;
}

/** How often it is looked whether everybody waits, in real milliseconds; after so many looks without any work they do. */
const lookMs = 1;
const idleLooks = 5;

/** The clocks go on while there is work too, at every so many looks, if slower: none of them counts for more. */
const beatLooks = 16;
const countedMax = 6;

/** A clock goes on by so many milliseconds, or, as everybody waits for it, to whom it wakes next. */
type GoesOn = (ms: number, isIdle: boolean) => void;

/** The database by whose answers clocks go: those that were made while it was the one that the tests work on. */
interface Heart {
  beat: () => Promise<unknown>;
  /** How often one of its connections was taken up so far, and how many are in use now. */
  taken: number;
  inUse: number;
  clocks: Set<GoesOn>;
  looks: Set<() => Promise<void>>;
  /** Whether its clocks are going. */
  isBeating: boolean;
  /** Fires when its clocks are to stand for good. */
  end: AbortController;
}
let heart: Heart | null = null;

/** What a pool of connections tells of itself. */
interface Watched {
  on(event: 'acquire' | 'release', told: () => void): unknown;
}

/**
 * Clocks that are made from now on in this process go on after each answer to this question, asked of the database that the tests work
 * on: whatever slows the work slows the clocks as much, so that a busy machine makes a test longer and no deadline shorter. While no
 * connection of the pool is in use, and none was for a while, all work waits for a clock, and the clocks go on at once to whom they wake
 * next.
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

/** By real time again; clocks that were made stand. */
export function beatNoMore(): void {
  heart?.end.abort();
  heart = null;
}

/** Looks before time goes on for those who wait for it, and now and then while they work. Answers how to look no more. */
export function beforeTimePasses(look: () => Promise<void>): () => void {
  const own = heart;
  if (own === null) {
    return () => false;
  }
  own.looks.add(look);
  void goOn(own);
  return () => own.looks.delete(look);
}

/** Lets the clocks of a database go until it ends. What was asked of it then may never be answered, and is not waited for. */
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
    await Promise.race([ended, asked(own, isBeat)]);
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

/** A question that fails as its database ends is no failure. */
async function asked({ beat, looks, end }: Heart, isBeat: boolean): Promise<void> {
  try {
    await (isBeat && beat());
    await Promise.all([...looks].map((look) => look()));
  } catch (thrown) {
    if (!end.signal.aborted) {
      throw thrown;
    }
  }
}

/** A clock that runs so many times as fast, for tests in which minutes must pass and real work is done meanwhile. */
export function hurriedClock(times: number): HurriedClock {
  if (heart === null) {
    return hurriedByTime(times);
  }
  void goOn(heart);
  return hurriedByBeats(times, heart);
}

function hurriedByBeats(times: number, { clocks }: Heart): HurriedClock {
  const wallBegan = Date.now();
  const sleepers = new Set<{ due: number; wake(): void }>();
  let passed = 0;
  let jumped = 0;
  clocks.add((ms, isIdle) => {
    // No further than to whoever is to be woken first, so that it can act before the next.
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

function hurriedByTime(times: number): HurriedClock {
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
