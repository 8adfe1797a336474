import type { MonitorLane } from '@bowerbird/contract/monitor';
import { useState } from 'react';
import type { Monitor } from './insight-queries.ts';

/** How many readings a lane's line holds: five minutes. */
const readingsMax = 60;

interface Kept {
  at: string;
  paces: ReadonlyMap<string, readonly number[]>;
}

const nameOf = ({ what, key }: Pick<MonitorLane, 'what' | 'key'>) => `${what} ${key}`;

/** The pace of each lane since the page was opened, the newest last. */
export function usePaces(monitor: Monitor): (lane: MonitorLane) => readonly number[] {
  const [kept, setKept] = useState<Kept>({ at: '', paces: new Map() });
  let now = kept;
  if (kept.at !== monitor.at) {
    now = { at: monitor.at, paces: withReadings(kept.paces, monitor.lanes) };
    setKept(now);
  }
  return (lane) => now.paces.get(nameOf(lane)) ?? [];
}

function withReadings(paces: Kept['paces'], lanes: readonly MonitorLane[]): Kept['paces'] {
  return new Map(
    lanes.map((lane) => [
      nameOf(lane),
      [...(paces.get(nameOf(lane)) ?? []), lane.perSecond].slice(-readingsMax),
    ]),
  );
}
