import type { Gate } from '@bowerbird/platforms/gated';
import { TooLate } from '@bowerbird/platforms/too-late';
import type { Clock } from '../clock.ts';
import { noFaults } from './fault-points.ts';
import { inLane, type Lane } from './lane.ts';
import { requireUnheld } from './witness/own-past.ts';

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

/** The gate of what a lane sends next, by its platform's deadline; faults strike at the moments of its requests. */
export function gateOf({ clock, lister, strike }: Pick<Lane, 'clock' | 'lister' | 'strike'>): Gate {
  const gate = openGate(clock, lister.times.deadlineMs, () => undefined);
  return strike === noFaults ? gate : Object.assign(gate, { at: strike });
}

/** The gate of what is sent without an intent of its own. Throws `LaneHeld` where nothing may be sent. */
export async function checkedGate(lane: Lane): Promise<Gate> {
  await inLane(lane, (db) => requireUnheld(db, lane));
  return gateOf(lane);
}
