import type { Fault, Run, RunKind, RunState } from '@bowerbird/contract/runs';
import { useFaultText } from '../../lib/fault-text.ts';
import { useFormat } from '../../lib/format.ts';
import { useText } from '../../lib/text.ts';
import type { IconName } from '../../ui/icon.tsx';

export const kindIcons: Record<RunKind, IconName> = {
  collect: 'collect',
  edit: 'edit',
  import: 'collect',
  export: 'export',
  listing: 'tag',
  undo: 'undo',
  claim: 'check',
};

/** What a run is called: its own title, or that of its kind where it has none. */
export function useRunName(): (run: Run) => string {
  const text = useText();
  return (run) =>
    run.kind === 'listing' && run.title !== ''
      ? run.act === undefined
        ? text('runs.listingTo', { stores: run.title })
        : text(`runs.act.${run.act}`, { stores: run.title })
      : run.kind === 'claim' && run.title !== ''
        ? text('runs.claimOf', { shops: run.title })
        : run.title || text(`run.kind.${run.kind}`);
}

/**
 * The state as a person reads it: what is held without a time to go on waits for a person, not for a limit, and
 * stands as paused.
 */
export function shownState({ state, goesOnAt }: Pick<Run, 'state' | 'goesOnAt'>): RunState {
  return state === 'held' && goesOnAt === null ? 'paused' : state;
}

/** Why a run or a store's lane of it stands, with the store and the time where its sentence names them. */
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

/** Seconds a run took, or takes by now; null before it began. */
export function secondsTaken(run: Run, now: number): number | null {
  return run.startedAt === null
    ? null
    : Math.max(0, (run.endedAt === null ? now : Date.parse(run.endedAt)) - Date.parse(run.startedAt)) / 1000;
}
