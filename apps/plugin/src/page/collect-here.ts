import type { Answer, PageRead } from '../messages.ts';
import type { Desk } from './desk.ts';
import type { OpenPage } from './open-page.ts';
import type { Acts, Stage } from './shown.ts';

/** What collecting needs of the page it stands on. */
export interface Here {
  open(): OpenPage;
  read(): Promise<PageRead>;
  /** The page turned out to list products: shows them. */
  showList(): Promise<void>;
}

/** What the buttons do. */
export function actsHere(desk: Desk, here: Here): Acts {
  return {
    collect: () => void collect(),
    collectSelected: () => void collectSelected(),
    reload: () => location.reload(),
    selectAll: () =>
      desk.choose(({ leads, known }) => leads.flatMap(({ id }) => (known.has(id) ? [] : [id]))),
    clear: () => desk.choose(() => []),
    stop: () => void desk.tell({ type: 'stop-batch' }),
  };

  async function collect(): Promise<void> {
    if (desk.shown?.stage === 'reading') {
      return;
    }
    if (desk.list() !== null) {
      desk.setStage('ready');
      return;
    }
    desk.setStage('reading');
    const answer = await desk.tell({ type: 'state' });
    if (answer === null || answer.state.paired === null) {
      desk.setStage(answer === null ? 'stale' : 'unpaired');
      return;
    }
    const { turn } = desk;
    const read = await here.read();
    if (turn === desk.turn) {
      desk.setStage(await handOver(read));
    }
  }

  async function handOver(read: PageRead): Promise<Stage> {
    const url = here.open().url.href;
    switch (read.found) {
      case 'products':
        return stageAfter(
          await desk.tell({ type: 'collected', platform: read.platform, url, products: read.products }),
        );
      case 'leads':
        await here.showList();
        return 'ready';
      case 'nothing':
        await tellNothing(read, url);
        return { failed: read.code };
    }
  }

  async function tellNothing(
    { platform, code }: PageRead & { found: 'nothing' },
    url: string,
  ): Promise<void> {
    if (code === 'source.blocked-us' || code === 'source.password-protected') {
      await desk.tell({ type: 'blocked', url });
    } else if (platform !== null && !code.startsWith('plugin.')) {
      await desk.tell({ type: 'unread', platform, url, code });
    }
  }

  async function collectSelected(): Promise<void> {
    const list = desk.list();
    if (list === null || desk.platform === null) {
      return;
    }
    desk.setStage('reading');
    const chosen = list.leads.filter(({ id }) => list.selected.has(id));
    const platform = desk.platform.platform.id;
    const answer = await desk.tell({ type: 'batch', platform, urls: chosen.map(({ url }) => url) });
    if (!answer?.ok) {
      desk.setStage(stageAfter(answer));
      return;
    }
    desk.startedHere = true;
    // What one batch cannot hold stays chosen for the next.
    const left = chosen.slice(answer.taken ?? chosen.length).map(({ id }) => id);
    desk.choose(() => left);
    desk.setStage('ready');
  }
}

/** What an answer of the worker's means for the page. */
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
