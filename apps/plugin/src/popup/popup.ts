import { z } from 'zod/mini';
import type { Answer } from '../messages.ts';
import { popupTextIn } from '../texts/popup.ts';
import { consoleOrigin } from '../worker/console-origin.ts';
import { callWorker } from './call-worker.ts';
import { draw } from './draw.ts';
import type { Outcome, View } from './view.ts';

void begin();

async function begin(): Promise<void> {
  const first = await callWorker({ type: 'state' });
  const view: View = {
    state: first.state,
    words: popupTextIn(first.state.language),
    page: await shownPage(),
    sourceLinks: null,
    outcome: null,
    busy: null,
    confirmsUnpair: false,
    typed: await recallTyped(),
    act: async (act, message, place) => {
      await during(act, async () => {
        take(await callWorker(message), place);
      });
    },
    pair: () => pair(view, during, take),
    allowAndGoOn: async () => {
      const allowed = await chrome.permissions.request({ origins: view.state.batch?.needs ?? [] });
      if (!allowed) {
        view.show({ outcome: { place: 'batch', kind: 'fault', code: 'plugin.not-allowed' } });
        return;
      }
      await view.act('batch-allow', { type: 'resume-batch' }, 'batch');
    },
    show: (change) => {
      Object.assign(view, change);
      draw(view);
    },
  };
  draw(view);
  // Updates whenever the worker changes something.
  chrome.storage.onChanged.addListener(() => {
    void callWorker({ type: 'state' }).then(({ state }) => {
      view.state = state;
      view.words = popupTextIn(state.language);
      draw(view);
    });
  });

  async function during(act: string, work: () => Promise<void>): Promise<void> {
    view.busy = act;
    view.outcome = null;
    draw(view);
    await work();
    view.busy = null;
    draw(view);
  }

  function take(answer: Answer, place: Outcome['place']): void {
    view.state = answer.state;
    view.words = popupTextIn(answer.state.language);
    if (!answer.ok) {
      view.outcome = { place, kind: 'fault', code: answer.code };
    } else if (answer.handed !== undefined) {
      view.outcome = { place: 'page', kind: 'handed', handed: answer.handed };
    }
    if (answer.ok && answer.sourceLinks !== undefined) {
      view.sourceLinks = answer.sourceLinks;
    }
  }
}

/**
 * Pairs with a console. The browser asks the person whether this address may be called, unless it is the console from
 * which the plugin was downloaded.
 */
async function pair(
  view: View,
  during: (act: string, work: () => Promise<void>) => Promise<void>,
  take: (answer: Answer, place: Outcome['place']) => void,
): Promise<void> {
  const console = consoleOrigin(view.typed.address ?? view.state.console ?? '');
  const fault = (code: string) => view.show({ outcome: { place: 'pair', kind: 'fault', code } });
  if (console === null) {
    return fault('address.invalid');
  }
  const { protocol, hostname } = new URL(console);
  const origins = [`${protocol}//${hostname}/*`];
  // The browser's prompt may close the popup: the typed text is restored when it is opened again.
  void chrome.storage.session.set({ typed: view.typed });
  // Requested right after the click: the browser allows the prompt only then.
  const allowed = await chrome.permissions.request({ origins }).catch(() => null);
  if (allowed !== true) {
    return fault(allowed === null ? 'plugin.not-secure' : 'plugin.not-allowed');
  }
  await during('pair', async () => {
    take(await callWorker({ type: 'pair', console, code: view.typed.code }), 'pair');
  });
  if (view.state.paired !== null) {
    view.typed.code = '';
    await chrome.storage.session.remove('typed');
  }
}

async function shownPage(): Promise<View['page']> {
  const [tab] = await chrome.tabs.query({ active: true, currentWindow: true });
  if (tab?.id === undefined || tab.url === undefined || !/^https?:/.test(tab.url)) {
    return null;
  }
  return { tabId: tab.id, host: new URL(tab.url).host };
}

const Typed = z.object({ address: z.nullable(z.string()), code: z.string() });

async function recallTyped(): Promise<View['typed']> {
  const { typed } = await chrome.storage.session.get('typed');
  const read = z.safeParse(Typed, typed);
  return read.success ? read.data : { address: null, code: '' };
}
