import type { Gauge, Health } from '@bowerbird/contract/figures/monitor';
import type { RunState } from '@bowerbird/contract/runs';

/**
 * Returns the health of a run: one that pauses and resumes automatically is to watch; one that pauses until somebody
 * fixes the cause needs a person.
 */
export function healthOf(state: RunState | 'idle', goesOnAt: Date | null): Health {
  if (state !== 'held') {
    return 'normal';
  }
  return goesOnAt === null ? 'act' : 'watch';
}

/** Returns a figure with its normal range; from `actionFrom` on, a person must act. */
export function gaugeOf(
  value: number,
  { normalMax, actionFrom, max = null }: { normalMax: number; actionFrom: number; max?: number | null },
): Gauge {
  const health = value >= actionFrom ? 'act' : value > normalMax ? 'watch' : 'normal';
  return { value, normalMax, max, health };
}
