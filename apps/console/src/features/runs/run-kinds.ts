import type { Run, RunKind } from '@bowerbird/contract/runs';
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
      ? text('runs.listingTo', { stores: run.title })
      : run.title || text(`run.kind.${run.kind}`);
}

/** Seconds a run took, or takes by now; null before it began. */
export function secondsTaken(run: Run, now: number): number | null {
  return run.startedAt === null
    ? null
    : Math.max(0, (run.endedAt === null ? now : Date.parse(run.endedAt)) - Date.parse(run.startedAt)) / 1000;
}
