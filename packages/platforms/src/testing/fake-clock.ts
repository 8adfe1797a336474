import type { PlatformContext } from '../context.ts';

/** A clock for tests: nothing really waits, and hours pass in order. */
export interface FakeClock extends Pick<PlatformContext, 'now' | 'sleep'> {
  now(): number;
}

/**
 * Creates a clock whose time moves only when everything else is idle, and then to the next sleeper, so that events
 * occur in the order they would have on a real clock.
 */
export function fakeClock(): FakeClock {
  let time = 0;
  let ticking = false;
  const sleepers: { at: number; wake: () => void }[] = [];

  function tick(): void {
    ticking = false;
    sleepers.sort((a, b) => a.at - b.at);
    const next = sleepers.shift();
    if (next) {
      time = Math.max(time, next.at);
      next.wake();
      schedule();
    }
  }

  function schedule(): void {
    if (!ticking && sleepers.length > 0) {
      ticking = true;
      // Twice, so that answers being read (which take a turn of the event loop) come before time moves.
      setTimeout(() => setImmediate(tick), 0);
    }
  }

  return {
    now: () => time,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        signal.throwIfAborted();
        signal.addEventListener('abort', () => reject(signal.reason), { once: true });
        sleepers.push({ at: time + ms, wake: resolve });
        schedule();
      }),
  };
}
