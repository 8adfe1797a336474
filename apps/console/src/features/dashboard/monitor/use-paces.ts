import type { MonitorChannel } from '@bowerbird/contract/figures/monitor';
import { useState } from 'react';
import type { Monitor } from '../insight-queries.ts';

/** Number of samples in a row's chart: five minutes. */
const readingsMax = 60;

interface Kept {
  at: string;
  paces: ReadonlyMap<string, readonly number[]>;
}

const nameOf = ({ what, key }: Pick<MonitorChannel, 'what' | 'key'>) => `${what} ${key}`;

/** Records the pace of each store and source since the page was opened, the newest last. */
export function usePaces(monitor: Monitor): (channel: MonitorChannel) => readonly number[] {
  const [kept, setKept] = useState<Kept>({ at: '', paces: new Map() });
  let now = kept;
  if (kept.at !== monitor.at) {
    now = { at: monitor.at, paces: withReadings(kept.paces, monitor.channels) };
    setKept(now);
  }
  return (channel) => now.paces.get(nameOf(channel)) ?? [];
}

function withReadings(paces: Kept['paces'], channels: readonly MonitorChannel[]): Kept['paces'] {
  return new Map(
    channels.map((channel) => [
      nameOf(channel),
      [...(paces.get(nameOf(channel)) ?? []), channel.perSecond].slice(-readingsMax),
    ]),
  );
}
