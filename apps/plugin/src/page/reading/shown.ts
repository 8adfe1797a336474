import type { SourceLink } from '@bowerbird/platforms/collecting/collector';
import type { PluginState } from '../../messages.ts';
import type { PageText } from '../../texts/page.ts';
import type { DockAction, DockView } from '../overlay/dock.ts';

/** Progress of collecting what is shown. */
export type Stage =
  | 'ready'
  | 'known'
  | 'reading'
  | 'sent'
  | 'waiting'
  | 'unpaired'
  /** The plugin was reloaded: this script has no worker to talk to. */
  | 'stale'
  /** The error code; `refused`: it was read, but not accepted. */
  | { failed: string; refused?: true };

export interface ShownList {
  sourceLinks: readonly SourceLink[];
  /** Ids. */
  selected: ReadonlySet<string>;
  known: ReadonlySet<string>;
}

/** What a page offers, and its state. */
export interface Shown {
  page: 'product' | ShownList;
  stage: Stage;
  /** The current batch; null if none concerns this page. */
  batch: PluginState['batch'];
}

/** The available actions. */
export interface Actions {
  collect(): void;
  reload(): void;
  selectAll(): void;
  clear(): void;
  collectSelected(): void;
  stop(): void;
}

/** Returns what the button says and offers. */
export function viewOf({ page, stage, batch }: Shown, { text, fault }: PageText, actions: Actions): DockView {
  const act = (id: string, label: string, run: () => void, more: Partial<DockAction> = {}): DockAction => ({
    id,
    label,
    kind: 'solid',
    run,
    ...more,
  });
  const collect = act('collect', text('collect'), actions.collect);
  const again = act('collect', text('again'), actions.collect, { kind: 'quiet' });
  const say = (tone: DockView['tone'], main: string, ...offered: DockAction[]): DockView => ({
    tone,
    main,
    more: null,
    actions: offered,
  });

  if (stage === 'stale') {
    return say('slow', text('stale'), act('reload', text('reload'), actions.reload));
  }
  if (stage === 'unpaired') {
    return say('slow', text('unpaired'), act('collect', text('retry'), actions.collect, { kind: 'quiet' }));
  }
  if (page !== 'product') {
    return listView(page);
  }
  switch (stage) {
    case 'ready':
      return { tone: 'plain', main: null, more: null, actions: [collect] };
    case 'known':
      return say('good', text('known'), again);
    case 'reading':
      return say('busy', text('reading'));
    case 'sent':
      return say('good', text('sent'), again);
    case 'waiting':
      return say('slow', text('waiting'));
    default:
      return say('bad', said(stage), act('collect', text('retry'), actions.collect, { kind: 'quiet' }));
  }

  function listView({ sourceLinks, selected, known }: ShownList): DockView {
    if (batch !== null && batch.state !== 'ended') {
      const { done, total } = batch;
      const isPaused = batch.state === 'blocked';
      const stop = act('stop', text('stop'), actions.stop, { kind: 'quiet' });
      return {
        ...say(
          isPaused ? 'slow' : 'busy',
          text(isPaused ? 'batchPaused' : 'batchRunning', { done, total }),
          stop,
        ),
        more: isPaused ? text('resume') : failedLine(batch.failed),
      };
    }
    const count = sourceLinks.filter(({ id }) => !known.has(id)).length;
    const chosen = selected.size;
    const failed = typeof stage === 'object';
    return {
      wide: true,
      tone: failed ? 'bad' : batch !== null ? 'good' : 'plain',
      main: failed
        ? said(stage)
        : chosen > 0
          ? text('selected', { count: chosen })
          : batch !== null
            ? text('batchEnded', { done: batch.done, total: batch.total })
            : text('found', { count: sourceLinks.length }),
      more: batch !== null && chosen === 0 ? failedLine(batch.failed) : null,
      actions: [
        ...(chosen < count
          ? [act('all', text('selectAll', { count }), actions.selectAll, { kind: 'quiet' })]
          : chosen > 0
            ? [act('all', text('clear'), actions.clear, { kind: 'quiet' })]
            : []),
        ...(chosen > 0
          ? [
              act('batch', text('collectCount', { count: chosen }), actions.collectSelected, {
                disabled: stage === 'reading',
              }),
            ]
          : []),
      ],
    };
  }

  function said({ failed, refused }: Stage & object): string {
    return fault(failed, refused ? 'fault.refused' : 'fault.unread');
  }

  function failedLine(count: number): string | null {
    return count > 0 ? text('batchFailed', { count }) : null;
  }
}
