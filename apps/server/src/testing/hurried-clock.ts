import { setTimeout as pause } from 'node:timers/promises';
import { type Clock, realClock } from '../clock.ts';

export interface HurriedClock extends Clock {
  /** The store's own wall clock, which nobody jumps, and its chance. */
  now(): number;
  random(): number;
  /** Sets the wall clock forward or back; the monotonic one does not notice. */
  jump(ms: number): void;
}

/** Beats are no closer together, and none counts for more, in real milliseconds. */
const beatMs = 4;
const countedMax = 6;

/** Clocks that go on with each beat. */
const going = new Set<(ms: number) => void>();
let beat: (() => Promise<unknown>) | null = null;
let isBeating = false;

/**
 * Clocks that are made from now on in this process go on after each answer to this question, asked of the database that the tests work
 * on: whatever slows the work slows the clocks as much, so that a busy machine makes a test longer and no deadline shorter. Null: by real
 * time again, and those that were made stand.
 */
export function beatBy(question: (() => Promise<unknown>) | null): void {
  beat = question;
}

async function goOn(): Promise<void> {
  if (isBeating) {
    return;
  }
  isBeating = true;
  let last = performance.now();
  while (beat !== null) {
    await Promise.all([pause(beatMs), beat()]);
    const now = performance.now();
    const counted = Math.min(now - last, countedMax);
    last = now;
    for (const clock of going) {
      clock(counted);
    }
  }
  isBeating = false;
}

/** A clock that runs so many times as fast, for tests in which minutes must pass and real work is done meanwhile. */
export function hurriedClock(times: number): HurriedClock {
  if (beat === null) {
    return hurriedByTime(times);
  }
  void goOn();
  return hurriedByBeats(times);
}

function hurriedByBeats(times: number): HurriedClock {
  const wallBegan = Date.now();
  const sleepers = new Set<{ due: number; wake(): void }>();
  let passed = 0;
  let jumped = 0;
  going.add((ms) => {
    // No further than to whoever is to be woken first, so that it can act before the next.
    const next = Math.min(...[...sleepers].map(({ due }) => due));
    passed = Math.max(passed, Math.min(passed + ms * times, next));
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
