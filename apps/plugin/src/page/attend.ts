import type { SourceLink } from '@bowerbird/platforms/collecting/collector';
import type { PageRead, PluginState } from '../messages.ts';
import { turnedAway } from './blocked.ts';
import { actionsHere } from './collect-here.ts';
import { createController } from './controller.ts';
import { createOverlay, type Overlay } from './overlay/overlay.ts';
import { painter } from './overlay/painter.ts';
import { recall, rememberHidden, rememberPlace } from './overlay/remembered.ts';
import { isPrivate } from './private-pages.ts';
import { platformOfPage, readOpenPage, sourceLinksOf } from './reading/read-open-page.ts';
import type { TabPage } from './reading/tab-page.ts';
import { reportWorker } from './report-worker.ts';

/** Maximum number of addresses checked at once. */
const requestedMax = 200;
const quietMs = 800;
/** A page that does not reveal its platform may do so a little later, but not endlessly. */
const looksMax = 3;

/** Manages one tab's page: shows what can be collected, reads it on request, and starts again when the page changes. */
export interface Attendant {
  /** Reads the open page; shows our button again even if the person hid it, because a read was requested. */
  read(): Promise<PageRead>;
  stateCame(state: PluginState): void;
}

export function attend(tab: TabPage, isRequestedFor: boolean): Attendant {
  let overlay: Overlay | null = null;
  let hidden = true;
  let stop = new AbortController();
  let isDue = false;
  /** The last examined state: the address, its links, the responses received. */
  let lookedAt = '';
  let looks = 0;
  let paint = () => {};

  const controller = createController(reportWorker, () => paint());
  const read = () => readOpenPage(tab.open(), stop.signal);
  const actions = actionsHere(controller, { open: tab.open, read, showList });

  tab.onChange((what) => {
    if (what === 'moved') {
      stop.abort(new DOMException('The page went on', 'AbortError'));
      stop = new AbortController();
      controller.turn += 1;
      controller.platform = null;
      controller.startedHere = false;
      looks = 0;
      controller.show(null);
    }
    lookSoon();
  });
  new MutationObserver(lookSoon).observe(document, { childList: true, subtree: true });
  void start();

  async function start(): Promise<void> {
    const [{ hidden: hosts, place }] = await Promise.all([recall(), controller.report({ type: 'state' })]);
    hidden = hosts.includes(location.host) && !isRequestedFor;
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
        controller.choose(({ selected }) =>
          selected.has(id) ? [...selected].filter((one) => one !== id) : [...selected, id],
        ),
    });
    paint = painter(overlay, controller, actions, () => hidden);
    overlay.place(place);
    await look();
  }

  function lookSoon(): void {
    if (!isDue) {
      isDue = true;
      setTimeout(() => {
        isDue = false;
        void look();
      }, quietMs);
    }
  }

  /** Determines what the page shows now; a list grows while it is scrolled. */
  async function look(): Promise<void> {
    if (overlay === null || hidden || controller.shown?.stage === 'stale') {
      return;
    }
    const page = tab.open();
    const away = turnedAway(page);
    if (away !== null) {
      if (typeof controller.shown?.stage !== 'object') {
        await controller.report({ type: 'blocked', url: page.url.href });
        controller.show({ page: 'product', stage: { failed: away }, batch: null });
      }
      return;
    }
    const now = [page.url.href, document.links.length, page.answers('list').length].join(' ');
    if (now === lookedAt || controller.shown?.page === 'product' || isPrivate(page.url)) {
      paint();
      return;
    }
    lookedAt = now;
    const { turn } = controller;
    if (controller.platform === null && looks < looksMax) {
      looks += 1;
      const platform = await platformOfPage(page, stop.signal).catch(() => null);
      if (turn !== controller.turn) {
        return;
      }
      controller.platform = platform;
    }
    if (controller.platform?.scope === 'product' && controller.shown === null) {
      controller.show({ page: 'product', stage: 'ready', batch: null });
      await requestProduct(page.url);
    } else if (controller.platform !== null && controller.platform.scope !== 'product') {
      await showList();
    }
  }

  async function showList(): Promise<void> {
    const sourceLinks = controller.platform === null ? [] : sourceLinksOf(controller.platform, tab.open());
    if (sourceLinks.length === 0) {
      return;
    }
    const before = controller.list();
    const stage = before === null ? 'ready' : (controller.shown?.stage ?? 'ready');
    const { selected, known } = before ?? { selected: new Set<string>(), known: new Set<string>() };
    controller.show({ page: { sourceLinks, selected, known }, stage, batch: null });
    await requestList(sourceLinks.filter(({ id }) => !before?.sourceLinks.some((one) => one.id === id)));
  }

  async function requestList(added: readonly SourceLink[]): Promise<void> {
    const urls = await queryKnown(added.map(({ url }) => url));
    const page = controller.list();
    if (page !== null && controller.shown !== null && urls.size > 0) {
      const ids = added.filter(({ url }) => urls.has(url)).map(({ id }) => id);
      controller.show({ ...controller.shown, page: { ...page, known: new Set([...page.known, ...ids]) } });
    }
  }

  async function requestProduct({ origin, pathname, search }: URL): Promise<void> {
    const requested = origin + pathname + search;
    const urls = await queryKnown([requested]);
    if (urls.has(requested) && controller.shown?.stage === 'ready') {
      controller.setStage('known');
    }
  }

  async function queryKnown(urls: readonly string[]): Promise<Set<string>> {
    const { turn } = controller;
    if (urls.length === 0 || controller.state?.paired == null || controller.platform === null) {
      return new Set();
    }
    const platform = controller.platform.platform.id;
    const answer = await controller.report({ type: 'known', platform, urls: urls.slice(0, requestedMax) });
    return new Set(answer?.ok && turn === controller.turn ? answer.known?.map(({ url }) => url) : []);
  }

  return {
    stateCame: controller.stateCame,
    async read() {
      if (document.visibilityState === 'visible' && hidden && overlay !== null) {
        hidden = false;
        void rememberHidden(location.host, false);
        await look();
      }
      return await read();
    },
  };
}
