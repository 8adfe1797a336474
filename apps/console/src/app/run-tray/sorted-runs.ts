import type { Run } from '@bowerbird/contract/runs';
import { endStates } from '@bowerbird/contract/runs';

const ended: readonly string[] = endStates;
const far = Number.POSITIVE_INFINITY;

/** Sorts runs into the tray's three parts: running ones by soonest end, ended ones by latest end. */
export function sortedRuns(runs: Run[]): { running: Run[]; waiting: Run[]; ended: Run[] } {
  return {
    running: runs
      .filter(({ state }) => state === 'running')
      .sort((a, b) => (a.secondsLeft ?? far) - (b.secondsLeft ?? far)),
    waiting: runs.filter(({ state }) => state !== 'running' && !ended.includes(state)),
    ended: runs
      .filter(({ state }) => ended.includes(state))
      .sort((a, b) => (b.endedAt ?? '').localeCompare(a.endedAt ?? '')),
  };
}
