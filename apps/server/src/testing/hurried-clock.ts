import { type Clock, realClock } from '../clock.ts';

export interface HurriedClock extends Clock {
  /** The store's own wall clock, which nobody jumps, and its chance. */
  now(): number;
  random(): number;
  /** Sets the wall clock forward or back; the monotonic one does not notice. */
  jump(ms: number): void;
}

/** A clock that runs so many times as fast, for tests in which minutes must pass and real work is done meanwhile. */
export function hurriedClock(times: number): HurriedClock {
  const began = performance.now();
  const wallBegan = Date.now();
  let jumped = 0;
  const monotonic = () => (performance.now() - began) * times;
  const wall = () => wallBegan + monotonic() + jumped;
  return {
    monotonic,
    wall,
    now: () => wallBegan + monotonic(),
    random: Math.random,
    sleep: (ms: number, signal?: AbortSignal) => realClock.sleep(ms / times, signal),
    jump(ms) {
      jumped += ms;
    },
  };
}
