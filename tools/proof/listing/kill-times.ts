import { type Clock, realClock } from '../../../apps/server/src/clock.ts';
import type { ProofTimes } from './cripple.ts';

/** The times of every run whose workers are killed, by the hurried clock: handed in by the proof's worker alone. */
export const killTimes: ProofTimes = { deadlineMs: 5000, latenessMs: 20_000 };
/** So many times as fast does the worker's clock run. */
export const killSpeed = 5;

/** A clock that every process of the proof reads alike. */
export function killClock(): Clock & { now(): number } {
  const began = 1_790_000_000_000;
  const hurried = () => began + (Date.now() - began) * killSpeed;
  const first = hurried();
  return {
    monotonic: () => hurried() - first,
    wall: hurried,
    now: hurried,
    sleep: (ms, signal) => realClock.sleep(Math.max(ms / killSpeed, 20), signal),
  };
}
