import type { Lead } from '@bowerbird/platforms/collecting/collector';
import type { PageRead, PluginState } from '../messages.ts';
import { turnedAway } from './blocked.ts';
import { actsHere } from './collect-here.ts';
import { createDesk } from './desk.ts';
import { createOverlay, type Overlay } from './overlay/overlay.ts';
import { painter } from './overlay/painter.ts';
import { recall, rememberHidden, rememberPlace } from './overlay/remembered.ts';
import { isPrivate } from './private-pages.ts';
import { leadsOf, platformOfPage, readOpenPage } from './read-open-page.ts';
import type { TabPage } from './tab-page.ts';
import { tellWorker } from './tell-worker.ts';

/** As many addresses are asked about at once. */
const askedMax = 200;
const quietMs = 800;
/** A page that tells nothing of its platform may do so a little later, not for ever. */
const looksMax = 3;

/** Looks after one tab's page: shows what can be collected, reads it when told to, and begins anew where the page goes on. */
export interface Attendant {
  /** Reads the open page; shows our button where a person hid it, for somebody asked for it. */
  read(): Promise<PageRead>;
  stateCame(state: PluginState): void;
}

export function attend(tab: TabPage, isAskedFor: boolean): Attendant {
  let overlay: Overlay | null = null;
  let hidden = true;
  let stop = new AbortController();
  let isDue = false;
  /** What was looked at last: the address, its links, the answers that came. */
  let lookedAt = '';
  let looks = 0;
  let paint = () => {};

  const desk = createDesk(tellWorker, () => paint());
  const read = () => readOpenPage(tab.open(), stop.signal);
  const acts = actsHere(desk, { open: tab.open, read, showList });

  tab.onChange((what) => {
    if (what === 'moved') {
      stop.abort(new DOMException('The page went on', 'AbortError'));
      stop = new AbortController();
      desk.turn += 1;
      desk.platform = null;
      desk.startedHere = false;
      looks = 0;
      desk.show(null);
    }
    lookSoon();
  });
  new MutationObserver(lookSoon).observe(document, { childList: true, subtree: true });
  void start();

  async function start(): Promise<void> {
    const [{ hidden: hosts, place }] = await Promise.all([recall(), desk.tell({ type: 'state' })]);
    hidden = hosts.includes(location.host) && !isAskedFor;
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
        desk.choose(({ selected }) =>
          selected.has(id) ? [...selected].filter((one) => one !== id) : [...selected, id],
        ),
    });
    paint = painter(overlay, desk, acts, () => hidden);
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

  /** Finds out what the page shows now; a list grows while it is scrolled. */
  async function look(): Promise<void> {
    if (overlay === null || hidden || desk.shown?.stage === 'stale') {
      return;
    }
    const page = tab.open();
    const away = turnedAway(page);
    if (away !== null) {
      if (typeof desk.shown?.stage !== 'object') {
        await desk.tell({ type: 'blocked', url: page.url.href });
        desk.show({ page: 'product', stage: { failed: away }, batch: null });
      }
      return;
    }
    const now = [page.url.href, document.links.length, page.answers('list').length].join(' ');
    if (now === lookedAt || desk.shown?.page === 'product' || isPrivate(page.url)) {
      paint();
      return;
    }
    lookedAt = now;
    const { turn } = desk;
    if (desk.platform === null && looks < looksMax) {
      looks += 1;
      const platform = await platformOfPage(page, stop.signal).catch(() => null);
      if (turn !== desk.turn) {
        return;
      }
      desk.platform = platform;
    }
    if (desk.platform?.scope === 'product' && desk.shown === null) {
      desk.show({ page: 'product', stage: 'ready', batch: null });
      await askProduct(page.url);
    } else if (desk.platform !== null && desk.platform.scope !== 'product') {
      await showList();
    }
  }

  async function showList(): Promise<void> {
    const leads = desk.platform === null ? [] : leadsOf(desk.platform, tab.open());
    if (leads.length === 0) {
      return;
    }
    const before = desk.list();
    const stage = before === null ? 'ready' : (desk.shown?.stage ?? 'ready');
    const { selected, known } = before ?? { selected: new Set<string>(), known: new Set<string>() };
    desk.show({ page: { leads, selected, known }, stage, batch: null });
    await askList(leads.filter(({ id }) => !before?.leads.some((one) => one.id === id)));
  }

  async function askList(added: readonly Lead[]): Promise<void> {
    const urls = await askKnown(added.map(({ url }) => url));
    const page = desk.list();
    if (page !== null && desk.shown !== null && urls.size > 0) {
      const ids = added.filter(({ url }) => urls.has(url)).map(({ id }) => id);
      desk.show({ ...desk.shown, page: { ...page, known: new Set([...page.known, ...ids]) } });
    }
  }

  async function askProduct({ origin, pathname, search }: URL): Promise<void> {
    const asked = origin + pathname + search;
    const urls = await askKnown([asked]);
    if (urls.has(asked) && desk.shown?.stage === 'ready') {
      desk.setStage('known');
    }
  }

  async function askKnown(urls: readonly string[]): Promise<Set<string>> {
    const { turn } = desk;
    if (urls.length === 0 || desk.state?.paired == null || desk.platform === null) {
      return new Set();
    }
    const platform = desk.platform.platform.id;
    const answer = await desk.tell({ type: 'known', platform, urls: urls.slice(0, askedMax) });
    return new Set(answer?.ok && turn === desk.turn ? answer.known?.map(({ url }) => url) : []);
  }

  return {
    stateCame: desk.stateCame,
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
