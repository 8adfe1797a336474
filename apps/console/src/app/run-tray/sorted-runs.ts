import { hasEnded, type Run } from '@bowerbird/contract/runs';

const far = Number.POSITIVE_INFINITY;

/** Sorts runs into the tray's three parts: running ones by soonest end, ended ones by latest end. */
export function sortedRuns(runs: Run[]): { running: Run[]; waiting: Run[]; ended: Run[] } {
  return {
    running: runs
      .filter(({ state }) => state === 'running')
      .sort((a, b) => (a.secondsLeft ?? far) - (b.secondsLeft ?? far)),
    waiting: runs.filter((run) => run.state !== 'running' && !hasEnded(run)),
    ended: runs.filter(hasEnded).sort((a, b) => (b.endedAt ?? '').localeCompare(a.endedAt ?? '')),
  };
}
