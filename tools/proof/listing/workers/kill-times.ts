import { type Clock, realClock } from '../../../../apps/server/src/time/clock.ts';
import type { ProofTimes } from '../disable-rule.ts';

/** The times of every run whose workers are killed, by the accelerated clock: set by the proof's worker alone. */
export const killTimes: ProofTimes = { deadlineMs: 5000, latenessMs: 20_000 };
/** Factor by which the worker's clock is accelerated. */
export const killSpeed = 5;

/** Returns a clock that gives the same time in every process of the proof. */
export function killClock(): Clock & { now(): number } {
  const began = 1_790_000_000_000;
  const accelerated = () => began + (Date.now() - began) * killSpeed;
  const first = accelerated();
  return {
    monotonic: () => accelerated() - first,
    wall: accelerated,
    now: accelerated,
    sleep: (ms, signal) => realClock.sleep(Math.max(ms / killSpeed, 20), signal),
  };
}
