import type { Answer, PluginState } from '../messages.ts';
import type { PagePlatform } from './platform-of.ts';
import type { Shown, ShownList, Stage } from './shown.ts';
import type { tellWorker } from './tell-worker.ts';

/** What is known of the page that is shown now, in one place; whoever changes it has it painted. */
export interface Desk {
  shown: Shown | null;
  state: PluginState | null;
  platform: PagePlatform | null;
  /** Grows with each page: what was asked for an earlier one comes too late. */
  turn: number;
  /** A batch was begun on this page. */
  startedHere: boolean;
  show(next: Shown | null): void;
  setStage(stage: Stage): void;
  list(): ShownList | null;
  /** Chooses these products of the list. */
  choose(select: (list: ShownList) => readonly string[]): void;
  tell(message: Parameters<typeof tellWorker>[0]): Promise<Answer | null>;
  stateCame(state: PluginState): void;
}

export function createDesk(tell: typeof tellWorker, paint: () => void): Desk {
  const desk: Desk = {
    shown: null,
    state: null,
    platform: null,
    turn: 0,
    startedHere: false,

    show(next) {
      desk.shown = next === null ? null : { ...next, batch: batchHere() };
      paint();
    },

    setStage(stage) {
      desk.show({ ...(desk.shown ?? { page: 'product', batch: null }), stage });
    },

    list: () => (desk.shown === null || desk.shown.page === 'product' ? null : desk.shown.page),

    choose(select) {
      const page = desk.list();
      if (page !== null && desk.shown !== null) {
        // A failure was told; the next choice begins anew.
        const stage = typeof desk.shown.stage === 'object' ? 'ready' : desk.shown.stage;
        desk.show({ ...desk.shown, stage, page: { ...page, selected: new Set(select(page)) } });
      }
    },

    async tell(message) {
      const answer = await tell(message);
      if (answer !== null) {
        desk.stateCame(answer.state);
      } else if (desk.shown !== null) {
        desk.setStage('stale');
      }
      return answer;
    },

    stateCame(state) {
      desk.state = state;
      if (desk.shown !== null) {
        desk.show({ ...desk.shown, stage: stageIn(desk.shown.stage, state) });
      }
    },
  };

  /** A batch that runs is shown on every list; one that pauses or is over, where it was begun. */
  function batchHere(): PluginState['batch'] {
    const batch = desk.state?.batch ?? null;
    return batch !== null && (desk.startedHere || batch.state === 'running') ? batch : null;
  }
  return desk;
}

/** What was kept is sent once nothing waits; what could not go without a console, can. */
function stageIn(stage: Stage, { waiting, paired }: PluginState): Stage {
  if (stage === 'waiting' && waiting === 0) {
    return 'sent';
  }
  return stage === 'unpaired' && paired !== null ? 'ready' : stage;
}
