import { type Heardings, listen } from '../heard.ts';
import type { OpenPage } from '../open-page.ts';
import { pageKey } from '../page-key.ts';
import { reportWorker } from '../report-worker.ts';

/** Maximum number of markup characters read; no product page has more. */
const markupMax = 8_000_000;
const lookMs = 1000;
/** A slider, in the page or in a window over it. */
const checks = '#nc_1_wrapper, iframe[src*="_____tmd_____/punish"]';

/** The page in this tab, now and after navigating without loading. */
export interface TabPage {
  open(): OpenPage;
  /** Calls back on responses and on navigation to another page in the same document. */
  onChange(listener: (what: 'answer' | 'moved' | 'loaded') => void): void;
}

/** Starts watching this tab's page. */
export function watchTab(page: Window & typeof globalThis): TabPage {
  const { document, location } = page;
  const listeners = new Set<(what: 'answer' | 'moved' | 'loaded') => void>();
  let key = pageKey(new URL(location.href));
  /** Set once the document shows another page than it was loaded for: its scripts still describe the first one. */
  let moved = false;

  const report = (what: 'answer' | 'moved' | 'loaded') => {
    for (const listener of listeners) {
      listener(what);
    }
  };
  const heard: Heardings = listen(page, () => report('answer'));

  function look(): void {
    const now = pageKey(new URL(location.href));
    if (now === key) {
      return;
    }
    key = now;
    // While loading, a page only corrects its own address.
    if (document.readyState === 'complete') {
      moved = true;
      heard.forget();
      report('moved');
    }
  }

  page.addEventListener('popstate', look);
  page.addEventListener('load', () => report('loaded'));
  if ('navigation' in page) {
    page.navigation.addEventListener('currententrychange', look);
  }
  setInterval(look, lookMs);

  const markup = () => document.documentElement.outerHTML.slice(0, markupMax);
  return {
    onChange: (listener) => listeners.add(listener),
    open: () => ({
      url: new URL(location.href),
      title: document.title,
      isChecking: () =>
        [...document.querySelectorAll(checks)].some((check) => check.getBoundingClientRect().height > 0),
      markup: () => (moved ? null : markup()),
      shown: () => withoutScripts(markup()),
      answers: heard.answers,
      variables: async () => (moved ? null : await heard.variables()),
      change: (waitMs) =>
        new Promise((resolve) => {
          const timer = setTimeout(done, waitMs);
          listeners.add(done);
          function done(): void {
            clearTimeout(timer);
            listeners.delete(done);
            resolve();
          }
        }),
      fetch: (input, init) => page.fetch(input, init),
      document: requestDocument,
      now: () => performance.now(),
    }),
  };
}

/** Returns what a page shows, without the content of its scripts. */
export function withoutScripts(markup: string): string {
  const parts: string[] = [];
  let from = 0;
  for (const { index } of markup.matchAll(/<script[\s>]/gi)) {
    if (index >= from) {
      parts.push(markup.slice(from, index));
      const end = markup.indexOf('</script', index);
      from = end === -1 ? markup.length : end + '</script>'.length;
    }
  }
  return parts.join('') + markup.slice(from);
}

async function requestDocument(url: string): Promise<{ status: number; text: string } | null> {
  const answer = await reportWorker({ type: 'document', url });
  return answer?.ok ? (answer.document ?? null) : null;
}
