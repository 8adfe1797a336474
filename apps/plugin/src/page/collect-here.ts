import type { Answer, PageRead } from '../messages.ts';
import type { Controller } from './controller.ts';
import type { OpenPage } from './open-page.ts';
import type { Actions, Stage } from './reading/shown.ts';

/** What collecting needs from its page. */
export interface Here {
  open(): OpenPage;
  read(): Promise<PageRead>;
  /** The page turned out to list products: shows them. */
  showList(): Promise<void>;
}

/** Returns the actions of the buttons. */
export function actionsHere(controller: Controller, here: Here): Actions {
  return {
    collect: () => void collect(),
    collectSelected: () => void collectSelected(),
    reload: () => location.reload(),
    selectAll: () =>
      controller.choose(({ sourceLinks, known }) =>
        sourceLinks.flatMap(({ id }) => (known.has(id) ? [] : [id])),
      ),
    clear: () => controller.choose(() => []),
    stop: () => void controller.report({ type: 'stop-batch' }),
  };

  async function collect(): Promise<void> {
    if (controller.shown?.stage === 'reading') {
      return;
    }
    if (controller.list() !== null) {
      controller.setStage('ready');
      return;
    }
    controller.setStage('reading');
    const answer = await controller.report({ type: 'state' });
    if (answer === null || answer.state.paired === null) {
      controller.setStage(answer === null ? 'stale' : 'unpaired');
      return;
    }
    const { turn } = controller;
    const read = await here.read();
    if (turn === controller.turn) {
      controller.setStage(await handOver(read));
    }
  }

  async function handOver(read: PageRead): Promise<Stage> {
    const url = here.open().url.href;
    switch (read.found) {
      case 'products':
        return stageAfter(
          await controller.report({
            type: 'collected',
            platform: read.platform,
            url,
            products: read.products,
          }),
        );
      case 'sourceLinks':
        await here.showList();
        return 'ready';
      case 'nothing':
        await reportNothing(read, url);
        return { failed: read.code };
    }
  }

  async function reportNothing(
    { platform, code }: PageRead & { found: 'nothing' },
    url: string,
  ): Promise<void> {
    if (code === 'source.blocked-us' || code === 'source.password-protected') {
      await controller.report({ type: 'blocked', url });
    } else if (platform !== null && !code.startsWith('plugin.')) {
      await controller.report({ type: 'unread', platform, url, code });
    }
  }

  async function collectSelected(): Promise<void> {
    const list = controller.list();
    if (list === null || controller.platform === null) {
      return;
    }
    controller.setStage('reading');
    const chosen = list.sourceLinks.filter(({ id }) => list.selected.has(id));
    const platform = controller.platform.platform.id;
    const answer = await controller.report({ type: 'batch', platform, urls: chosen.map(({ url }) => url) });
    if (!answer?.ok) {
      controller.setStage(stageAfter(answer));
      return;
    }
    controller.startedHere = true;
    // What does not fit into one batch stays selected for the next.
    const left = chosen.slice(answer.taken ?? chosen.length).map(({ id }) => id);
    controller.choose(() => left);
    controller.setStage('ready');
  }
}

/** Returns the page's next stage for a response of the worker. */
function stageAfter(answer: Answer | null): Stage {
  if (answer === null) {
    return 'stale';
  }
  if (!answer.ok) {
    return answer.code === 'plugin.not-paired' ? 'unpaired' : { failed: answer.code, refused: true };
  }
  const { handed } = answer;
  if (handed?.state === 'rejected') {
    return { failed: handed.code ?? 'unexpected', refused: true };
  }
  return handed?.state === 'waiting' ? 'waiting' : 'sent';
}
