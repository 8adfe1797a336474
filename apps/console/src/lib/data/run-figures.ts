import type { Run } from '@bowerbird/contract/runs';

/**
 * Returns how many items of a run succeeded. A listing run counts in `done` everything that ended, including rejected
 * items; every other kind counts in it what succeeded.
 */
export function succeededOf({ kind, done, failed }: Pick<Run, 'kind' | 'done' | 'failed'>): number {
  return kind === 'listing' ? Math.max(0, done - failed) : done;
}
