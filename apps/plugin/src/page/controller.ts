import type { Answer, PluginState } from '../messages.ts';
import type { PagePlatform } from './platform-of.ts';
import type { Shown, ShownList, Stage } from './reading/shown.ts';
import type { reportWorker } from './report-worker.ts';

/** The state of the current page, in one place; every change triggers a repaint. */
export interface Controller {
  shown: Shown | null;
  state: PluginState | null;
  platform: PagePlatform | null;
  /** Increases with each page: responses for an earlier page are outdated. */
  turn: number;
  /** A batch was started on this page. */
  startedHere: boolean;
  show(next: Shown | null): void;
  setStage(stage: Stage): void;
  list(): ShownList | null;
  /** Selects these products of the list. */
  choose(select: (list: ShownList) => readonly string[]): void;
  report(message: Parameters<typeof reportWorker>[0]): Promise<Answer | null>;
  stateCame(state: PluginState): void;
}

export function createController(report: typeof reportWorker, paint: () => void): Controller {
  const controller: Controller = {
    shown: null,
    state: null,
    platform: null,
    turn: 0,
    startedHere: false,

    show(next) {
      controller.shown = next === null ? null : { ...next, batch: batchHere() };
      paint();
    },

    setStage(stage) {
      controller.show({ ...(controller.shown ?? { page: 'product', batch: null }), stage });
    },

    list: () =>
      controller.shown === null || controller.shown.page === 'product' ? null : controller.shown.page,

    choose(select) {
      const page = controller.list();
      if (page !== null && controller.shown !== null) {
        // A failure was shown; the next selection starts over.
        const stage = typeof controller.shown.stage === 'object' ? 'ready' : controller.shown.stage;
        controller.show({ ...controller.shown, stage, page: { ...page, selected: new Set(select(page)) } });
      }
    },

    async report(message) {
      const answer = await report(message);
      if (answer !== null) {
        controller.stateCame(answer.state);
      } else if (controller.shown !== null) {
        controller.setStage('stale');
      }
      return answer;
    },

    stateCame(state) {
      controller.state = state;
      if (controller.shown !== null) {
        controller.show({ ...controller.shown, stage: stageIn(controller.shown.stage, state) });
      }
    },
  };

  /** A running batch is shown on every list; a paused or finished one only where it was started. */
  function batchHere(): PluginState['batch'] {
    const batch = controller.state?.batch ?? null;
    return batch !== null && (controller.startedHere || batch.state === 'running') ? batch : null;
  }
  return controller;
}

/** Kept records are sent once nothing waits; what could not be sent without a console can be now. */
function stageIn(stage: Stage, { waiting, paired }: PluginState): Stage {
  if (stage === 'waiting' && waiting === 0) {
    return 'sent';
  }
  return stage === 'unpaired' && paired !== null ? 'ready' : stage;
}
