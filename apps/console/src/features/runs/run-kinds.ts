import type { Fault, Run, RunKind, RunState } from '@bowerbird/contract/runs';
import { useFaultText } from '../../lib/text/fault-text.ts';
import { useFormat } from '../../lib/text/format.ts';
import { runTitle } from '../../lib/text/sentences/run-name.ts';
import { useText } from '../../lib/text/text.ts';
import type { IconName } from '../../ui/images/icon.tsx';

export const kindIcons: Record<RunKind, IconName> = {
  collect: 'collect',
  edit: 'edit',
  import: 'upload',
  export: 'export',
  listing: 'tag',
  undo: 'undo',
  claim: 'check',
  rule: 'edit',
};

/** Returns a run's name: its own title, or that of its kind. */
export function useRunName(): (run: Run) => string {
  const text = useText();
  return (run) =>
    run.kind === 'listing' && run.title !== ''
      ? run.act === undefined
        ? text('runs.listingTo', { stores: run.title })
        : text(`runs.act.${run.act}`, { stores: run.title })
      : run.kind === 'claim' && run.title !== ''
        ? text('runs.claimOf', { shops: run.title })
        : runTitle(text, run) || text(`run.kind.${run.kind}`);
}

/**
 * Returns the state to show: a held run without a time to resume waits for a person, not for a limit, and is shown as
 * paused.
 */
export function shownState({ state, goesOnAt }: Pick<Run, 'state' | 'goesOnAt'>): RunState {
  return state === 'held' && goesOnAt === null ? 'paused' : state;
}

/** Returns why a run or one of its store jobs is paused, with the store and the time if the message names them. */
export function useHoldText(): (fault: Fault, run: Run, store?: string) => string {
  const sentence = useFaultText();
  const format = useFormat();
  return ({ code, params }, run, store = run.title) =>
    sentence({
      code,
      params: {
        ...(run.kind === 'listing' ? { store } : {}),
        ...params,
        ...(run.goesOnAt === null ? {} : { time: format.time(run.goesOnAt) }),
      },
    });
}

/** Returns the seconds a run took, or has taken so far; null before it started. */
export function secondsTaken(run: Run, now: number): number | null {
  return run.startedAt === null
    ? null
    : Math.max(0, (run.endedAt === null ? now : Date.parse(run.endedAt)) - Date.parse(run.startedAt)) / 1000;
}
