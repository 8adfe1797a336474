import type { Gauge, Health } from '@bowerbird/contract/monitor';
import type { RunState } from '@bowerbird/contract/runs';

/** What rests and goes on by itself is watched; what rests until somebody mends it asks for a person. */
export function healthOf(state: RunState | 'idle', goesOnAt: Date | null): Health {
  if (state !== 'held') {
    return 'normal';
  }
  return goesOnAt === null ? 'act' : 'watch';
}

/** A figure with the band it is normally in; from `actFrom` on, a person must act. */
export function gaugeOf(
  value: number,
  { normalMax, actFrom, max = null }: { normalMax: number; actFrom: number; max?: number | null },
): Gauge {
  const health = value >= actFrom ? 'act' : value > normalMax ? 'watch' : 'normal';
  return { value, normalMax, max, health };
}
