import { batchSection } from './batch-section.ts';
import { element } from './element.ts';
import { head, pairedLine } from './head.ts';
import { pageSection } from './page-section.ts';
import { pairForm } from './pair-form.ts';
import { rejectedSection, waitingSection } from './queue-section.ts';
import type { View } from './view.ts';

/** The path of the console's page of collected products. */
const resultsPage = '/collect/results';

/** Renders the whole popup; the keyboard focus is kept. */
export function draw(view: View): void {
  const { state, words } = view;
  const main = document.querySelector('main');
  const focused = document.activeElement?.getAttribute('data-action') ?? null;
  document.documentElement.lang = state.language;
  document.title = words.text('product');
  const parts = [
    head(view),
    pairedLine(view),
    batchSection(view),
    pageSection(view),
    pairForm(view),
    waitingSection(view),
    rejectedSection(view),
    foot(view),
  ];
  main?.replaceChildren(...parts.filter((part) => part !== null));
  main?.setAttribute('aria-busy', String(view.busy !== null));
  if (focused !== null) {
    main?.querySelector<HTMLElement>(`[data-act="${CSS.escape(focused)}"]`)?.focus();
  }
}

function foot({ state, words }: View): HTMLElement {
  const link =
    state.paired === null
      ? element('span')
      : element(
          'a',
          { href: `${state.paired.console}${resultsPage}`, 'data-action': 'results' },
          words.text('results'),
        );
  if (link instanceof HTMLAnchorElement) {
    link.target = '_blank';
  }
  const { version } = chrome.runtime.getManifest();
  return element(
    'footer',
    {},
    link,
    element('span', { class: 'caption' }, words.text('version', { version })),
  );
}
