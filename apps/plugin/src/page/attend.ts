import type { Lead } from '@bowerbird/platforms/platform';
import type { Answer, PageRead, PluginState } from '../messages.ts';
import { pageTextIn } from '../texts/page.ts';
import { turnedAway } from './blocked.ts';
import { leadOfLink } from './lead-of-link.ts';
import { createOverlay, type Overlay } from './overlay/overlay.ts';
import { recall, rememberHidden, rememberPlace } from './overlay/remembered.ts';
import type { PagePlatform } from './platform-of.ts';
import { isPrivate } from './private-pages.ts';
import { leadsOf, platformOfPage, readOpenPage } from './read-open-page.ts';
import { type Acts, type Shown, type ShownList, type Stage, viewOf } from './shown.ts';
import type { TabPage } from './tab-page.ts';
import { tellWorker } from './tell-worker.ts';

/** As many addresses are asked about at once. */
const askedMax = 200;
const quietMs = 800;

/** Looks after one tab's page: shows what can be collected, reads it when told to, and begins anew where the page goes on. */
export interface Attendant {
  /** Reads the open page; shows our button where a person hid it, for somebody asked for it. */
  read(): Promise<PageRead>;
  stateCame(state: PluginState): void;
}

export function attend(tab: TabPage, isAlwaysShown: boolean): Attendant {
  let overlay: Overlay | null = null;
  let state: PluginState | null = null;
  let shown: Shown | null = null;
  let known: PagePlatform | null = null;
  let hidden = true;
  let startedHere = false;
  /** Grows with each page: what was asked for an earlier one comes too late. */
  let turn = 0;
  let stop = new AbortController();

  const acts: Acts = {
    collect: () => void collect(),
    reload: () => location.reload(),
    selectAll: () =>
      changeList(({ leads, known: old }) => leads.flatMap(({ id }) => (old.has(id) ? [] : [id]))),
    clear: () => changeList(() => []),
    collectSelected: () => void collectSelected(),
    stop: () => void tell({ type: 'stop-batch' }),
  };

  tab.onChange((what) => {
    if (what === 'moved') {
      shown = null;
      startedHere = false;
      paint();
    }
    lookSoon();
  });
  new MutationObserver(lookSoon).observe(document, { childList: true, subtree: true });
  void start();

  async function start(): Promise<void> {
    const [{ hidden: hosts, place }] = await Promise.all([recall(), tell({ type: 'state' })]);
    hidden = hosts.includes(location.host) && !isAlwaysShown;
    if (document.readyState === 'loading') {
      await new Promise((resolve) => document.addEventListener('DOMContentLoaded', resolve, { once: true }));
    }
    overlay = createOverlay({
      onHide() {
        hidden = true;
        paint();
        void rememberHidden(location.host, true);
      },
      onPlaced: (rest) => void rememberPlace(rest),
      onToggle: (id) =>
        changeList(({ selected }) =>
          selected.has(id) ? [...selected].filter((one) => one !== id) : [...selected, id],
        ),
    });
    await look();
    overlay.place(place);
  }

  let timer: ReturnType<typeof setTimeout> | null = null;
  function lookSoon(): void {
    timer ??= setTimeout(() => {
      timer = null;
      void look();
    }, quietMs);
  }

  let links = -1;
  let bodies = '';
  /** Finds out what the page shows now; a list grows while it is scrolled. */
  async function look(): Promise<void> {
    if (overlay === null || hidden || shown?.stage === 'stale') {
      return;
    }
    const page = tab.open();
    const away = turnedAway(page);
    if (away !== null) {
      if (typeof shown?.stage !== 'object') {
        await tell({ type: 'blocked', url: page.url.href });
        show({ page: 'product', stage: { failed: away }, batch: null });
      }
      return;
    }
    const count = document.links.length;
    const now = `${page.url.href} ${page.answers('list').length}`;
    if (shown !== null && (shown.page === 'product' || (count === links && now === bodies))) {
      paintChecks();
      return;
    }
    links = count;
    bodies = now;
    const mine = ++turn;
    known = await platformOfPage(page, stop.signal);
    if (mine !== turn || known === null || isPrivate(page.url)) {
      return;
    }
    if (known.scope === 'product') {
      if (shown === null) {
        show({ page: 'product', stage: 'ready', batch: null });
        await askProduct(page.url);
      }
      return;
    }
    await showList(leadsOf(known, page));
  }

  async function showList(leads: readonly Lead[]): Promise<void> {
    if (leads.length === 0) {
      return;
    }
    const before = listNow();
    show({
      page: { leads, selected: before?.selected ?? new Set(), known: before?.known ?? new Set() },
      stage: before === null ? 'ready' : (shown?.stage ?? 'ready'),
      batch: batchHere(),
    });
    const added = leads.filter(({ id }) => !before?.leads.some((one) => one.id === id));
    const urls = await askKnown(added.map(({ url }) => url));
    const list = listNow();
    if (list !== null && urls.size > 0) {
      const ids = added.filter(({ url }) => urls.has(url)).map(({ id }) => id);
      setList({ ...list, known: new Set([...list.known, ...ids]) });
    }
  }

  async function askProduct(url: URL): Promise<void> {
    const asked = url.origin + url.pathname + url.search;
    const urls = await askKnown([asked]);
    if (urls.has(asked) && shown?.stage === 'ready') {
      setStage('known');
    }
  }

  async function askKnown(urls: readonly string[]): Promise<Set<string>> {
    if (urls.length === 0 || state?.paired == null || known === null) {
      return new Set();
    }
    const platform = known.platform.id;
    const answer = await tell({ type: 'known', platform, urls: urls.slice(0, askedMax) });
    return new Set(answer?.ok ? answer.known?.map(({ url }) => url) : []);
  }

  async function collect(): Promise<void> {
    if (shown?.stage === 'reading') {
      return;
    }
    if (listNow() !== null) {
      setStage('ready');
      return;
    }
    setStage('reading');
    await tell({ type: 'state' });
    if (state !== null && state.paired === null) {
      setStage('unpaired');
      return;
    }
    const mine = turn;
    const read = await readOpenPage(tab.open(), stop.signal);
    if (mine !== turn) {
      return;
    }
    setStage(await handOver(read));
  }

  async function handOver(read: PageRead): Promise<Stage> {
    const url = tab.open().url.href;
    if (read.found === 'leads') {
      await (known && showList(leadsOf(known, tab.open())));
      return 'ready';
    }
    if (read.found === 'nothing') {
      const { platform, code } = read;
      if (code === 'source.blocked-us' || code === 'source.password-protected') {
        await tell({ type: 'blocked', url });
      } else if (platform !== null && !code.startsWith('plugin.')) {
        await tell({ type: 'unread', platform, url, code });
      }
      return { failed: code };
    }
    const { platform, products } = read;
    return stageAfter(await tell({ type: 'collected', platform, url, products }));
  }

  async function collectSelected(): Promise<void> {
    const list = listNow();
    if (list === null || known === null) {
      return;
    }
    setStage('reading');
    const chosen = list.leads.filter(({ id }) => list.selected.has(id));
    const answer = await tell({
      type: 'batch',
      platform: known.platform.id,
      urls: chosen.map(({ url }) => url),
    });
    if (!answer?.ok) {
      setStage(stageAfter(answer));
      return;
    }
    startedHere = true;
    // What one batch cannot hold stays chosen for the next.
    const left = chosen.slice(answer.taken ?? chosen.length).map(({ id }) => id);
    changeList(() => left);
    setStage('ready');
  }

  /** What an answer of the worker's means for the page. */
  function stageAfter(answer: Answer | null): Stage {
    if (answer === null) {
      return 'stale';
    }
    if (!answer.ok) {
      return answer.code === 'plugin.not-paired' ? 'unpaired' : { failed: answer.code };
    }
    const { handed } = answer;
    return handed?.state === 'rejected'
      ? { failed: handed.code ?? 'unread' }
      : handed?.state === 'waiting'
        ? 'waiting'
        : 'sent';
  }

  async function tell(message: Parameters<typeof tellWorker>[0]): Promise<Answer | null> {
    const answer = await tellWorker(message);
    if (answer === null) {
      if (shown !== null) {
        setStage('stale');
      }
    } else {
      stateCame(answer.state);
    }
    return answer;
  }

  function stateCame(came: PluginState): void {
    state = came;
    if (shown === null) {
      return;
    }
    const { stage } = shown;
    const next: Stage =
      stage === 'waiting' && came.waiting === 0
        ? 'sent'
        : stage === 'unpaired' && came.paired !== null
          ? 'ready'
          : stage;
    show({ ...shown, stage: next, batch: batchHere() });
  }

  /** A batch that runs is shown on every list; one that is over, where it was begun. */
  function batchHere(): PluginState['batch'] {
    const batch = state?.batch ?? null;
    return batch !== null && (startedHere || batch.state === 'running') ? batch : null;
  }

  function listNow(): ShownList | null {
    return shown === null || shown.page === 'product' ? null : shown.page;
  }

  function changeList(select: (list: ShownList) => readonly string[]): void {
    const list = listNow();
    if (list !== null) {
      setList({ ...list, selected: new Set(select(list)) });
    }
  }

  function setList(page: ShownList): void {
    if (shown !== null) {
      // A failure was told; the next choice begins anew.
      show({ ...shown, page, stage: typeof shown.stage === 'object' ? 'ready' : shown.stage });
    }
  }

  function setStage(stage: Stage): void {
    show({ ...(shown ?? { page: 'product', batch: null }), stage });
  }

  function show(next: Shown): void {
    shown = next;
    paint();
  }

  function paint(): void {
    if (overlay === null) {
      return;
    }
    const said = pageTextIn(state?.language ?? 'zh-CN');
    const { text } = said;
    overlay.showDock(hidden || shown === null ? null : viewOf(shown, said, acts), {
      name: text('name'),
      move: text('move'),
      hide: text('hide'),
    });
    paintChecks();
  }

  function paintChecks(): void {
    const list = listNow();
    if (overlay === null || hidden || list === null || known === null) {
      overlay?.hideChecks();
      return;
    }
    const { text } = pageTextIn(state?.language ?? 'zh-CN');
    const titles = new Map(list.leads.map(({ id, title, url }) => [id, title ?? url]));
    overlay.showChecks(
      leadOfLink(known.platform.id, list.leads, new URL(location.href)),
      (id) => {
        const title = titles.get(id);
        return title === undefined
          ? null
          : { checked: list.selected.has(id), known: list.known.has(id), label: text('choose', { title }) };
      },
      text('knownMark'),
    );
  }

  return {
    stateCame,
    async read() {
      if (document.visibilityState === 'visible' && hidden) {
        hidden = false;
        void rememberHidden(location.host, false);
        await look();
      }
      stop = new AbortController();
      return await readOpenPage(tab.open(), stop.signal);
    },
  };
}
