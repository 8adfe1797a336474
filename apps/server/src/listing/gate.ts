import { TooLate } from '@bowerbird/platforms/too-late';
import type { Clock } from '../clock.ts';

/**
 * The gate of one intent: open for so long from before its transaction began, by the monotonic clock and by the wall
 * clock both. A guest's monotonic clock may stand still while the machine is paused, and a wall clock may be set back.
 */
export function openGate(clock: Clock, deadlineMs: number, passed: () => void): () => void {
  const monotonic = clock.monotonic();
  const wall = clock.wall();
  return () => {
    const aged = Math.max(clock.monotonic() - monotonic, clock.wall() - wall);
    if (aged > deadlineMs || clock.wall() < wall - deadlineMs) {
      throw new TooLate();
    }
    passed();
  };
}
