import type { Lead } from '@bowerbird/platforms/collecting/collector';
import type { PluginState } from '../messages.ts';
import type { PageText } from '../texts/page.ts';
import type { DockAct, DockView } from './overlay/dock.ts';

/** How far the collecting of what is shown has come. */
export type Stage =
  | 'ready'
  | 'known'
  | 'reading'
  | 'sent'
  | 'waiting'
  | 'unpaired'
  /** The plugin was loaded anew: this script has nobody to talk to. */
  | 'stale'
  /** By its code; `refused`: it was read, and not taken. */
  | { failed: string; refused?: true };

export interface ShownList {
  leads: readonly Lead[];
  /** Ids. */
  selected: ReadonlySet<string>;
  known: ReadonlySet<string>;
}

/** What a page offers, and how it stands. */
export interface Shown {
  page: 'product' | ShownList;
  stage: Stage;
  /** The batch under way; null where none concerns this page. */
  batch: PluginState['batch'];
}

/** What the person can do. */
export interface Acts {
  collect(): void;
  reload(): void;
  selectAll(): void;
  clear(): void;
  collectSelected(): void;
  stop(): void;
}

/** What the button says and offers. */
export function viewOf({ page, stage, batch }: Shown, { text, fault }: PageText, acts: Acts): DockView {
  const act = (id: string, label: string, run: () => void, more: Partial<DockAct> = {}): DockAct => ({
    id,
    label,
    kind: 'solid',
    run,
    ...more,
  });
  const collect = act('collect', text('collect'), acts.collect);
  const again = act('collect', text('again'), acts.collect, { kind: 'quiet' });
  const say = (tone: DockView['tone'], main: string, ...offered: DockAct[]): DockView => ({
    tone,
    main,
    more: null,
    acts: offered,
  });

  if (stage === 'stale') {
    return say('slow', text('stale'), act('reload', text('reload'), acts.reload));
  }
  if (stage === 'unpaired') {
    return say('slow', text('unpaired'), act('collect', text('retry'), acts.collect, { kind: 'quiet' }));
  }
  if (page !== 'product') {
    return listView(page);
  }
  switch (stage) {
    case 'ready':
      return { tone: 'plain', main: null, more: null, acts: [collect] };
    case 'known':
      return say('good', text('known'), again);
    case 'reading':
      return say('busy', text('reading'));
    case 'sent':
      return say('good', text('sent'), again);
    case 'waiting':
      return say('slow', text('waiting'));
    default:
      return say('bad', said(stage), act('collect', text('retry'), acts.collect, { kind: 'quiet' }));
  }

  function listView({ leads, selected, known }: ShownList): DockView {
    if (batch !== null && batch.state !== 'ended') {
      const { done, total } = batch;
      const isPaused = batch.state === 'blocked';
      const stop = act('stop', text('stop'), acts.stop, { kind: 'quiet' });
      return {
        ...say(
          isPaused ? 'slow' : 'busy',
          text(isPaused ? 'batchPaused' : 'batchRunning', { done, total }),
          stop,
        ),
        more: isPaused ? text('resume') : failedLine(batch.failed),
      };
    }
    const count = leads.filter(({ id }) => !known.has(id)).length;
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
            : text('found', { count: leads.length }),
      more: batch !== null && chosen === 0 ? failedLine(batch.failed) : null,
      acts: [
        ...(chosen < count
          ? [act('all', text('selectAll', { count }), acts.selectAll, { kind: 'quiet' })]
          : chosen > 0
            ? [act('all', text('clear'), acts.clear, { kind: 'quiet' })]
            : []),
        ...(chosen > 0
          ? [
              act('batch', text('collectCount', { count: chosen }), acts.collectSelected, {
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
