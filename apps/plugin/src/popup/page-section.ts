import { batchMax } from '../messages.ts';
import { button, element } from './element.ts';
import { reported } from './reported.ts';
import type { View } from './view.ts';

/** The main action: collect the page the person is looking at. */
export function pageSection(view: View): HTMLElement | null {
  const { words, page, state } = view;
  if (state.paired === null) {
    return null;
  }
  const reading = view.busy === 'read';
  const main = button('primary', 'read', words.text(reading ? 'reading' : 'collectPage'), () => {
    if (page !== null) {
      void view.act('read', { type: 'read-tab', tabId: page.tabId }, 'page');
    }
  });
  main.disabled = page === null || view.busy !== null;
  return element(
    'section',
    { class: 'page' },
    view.sourceLinks === null ? main : null,
    page === null ? element('p', { class: 'quiet' }, words.text('noPage')) : null,
    page !== null && view.sourceLinks === null && view.outcome === null
      ? element('p', { class: 'caption code cut' }, page.host)
      : null,
    outcomeOf(view),
    view.sourceLinks === null ? null : sourceLinksPart(view, view.sourceLinks),
  );
}

function outcomeOf({ outcome, words }: View): HTMLElement | null {
  if (outcome?.place !== 'page') {
    return null;
  }
  if (outcome.kind === 'fault') {
    return reported('fault', words.fault(outcome.code));
  }
  const { count, state, code } = outcome.handed;
  switch (state) {
    case 'sent':
      return reported('done', words.text('sent', { count }));
    case 'waiting':
      return reported('later', words.text('kept', { count }));
    case 'rejected':
      return reported('fault', words.text('refused', { count, why: words.fault(code ?? 'unexpected') }));
  }
}

function sourceLinksPart(view: View, sourceLinks: { platform: string; urls: string[] }): HTMLElement {
  const { words } = view;
  const count = Math.min(sourceLinks.urls.length, batchMax);
  const start = button('primary', 'batch', words.text('batchStart', { count }), async () => {
    view.show({ sourceLinks: null });
    await view.act(
      'batch',
      { type: 'batch', platform: sourceLinks.platform, urls: sourceLinks.urls },
      'page',
    );
    if (view.state.batch?.because === 'plugin.no-access') {
      // Runs while the click still counts as a user gesture, which the browser requires for its permission prompt.
      await view.allowAndGoOn();
    }
  });
  start.disabled = view.busy !== null;
  return element(
    'div',
    { class: 'source-links' },
    element('p', { role: 'status' }, words.text('sourceLinks', { count: sourceLinks.urls.length })),
    sourceLinks.urls.length > batchMax
      ? element('p', { class: 'quiet' }, words.text('sourceLinksMax', { max: batchMax }))
      : null,
    start,
    element('p', { class: 'caption' }, words.text('batchHow')),
  );
}
