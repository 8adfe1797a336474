import { batchMax } from '../messages.ts';
import { button, element } from './element.ts';
import { told } from './told.ts';
import type { View } from './view.ts';

/** The one main thing: collect what the person looks at. */
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
    view.leads === null ? main : null,
    page === null ? element('p', { class: 'quiet' }, words.text('noPage')) : null,
    page !== null && view.leads === null && view.outcome === null
      ? element('p', { class: 'caption code cut' }, page.host)
      : null,
    outcomeOf(view),
    view.leads === null ? null : leadsPart(view, view.leads),
  );
}

function outcomeOf({ outcome, words }: View): HTMLElement | null {
  if (outcome?.place !== 'page') {
    return null;
  }
  if (outcome.kind === 'fault') {
    return told('fault', words.fault(outcome.code));
  }
  const { count, state, code } = outcome.handed;
  switch (state) {
    case 'sent':
      return told('done', words.text('sent', { count }));
    case 'waiting':
      return told('later', words.text('kept', { count }));
    case 'rejected':
      return told('fault', words.text('refused', { count, why: words.fault(code ?? 'unexpected') }));
  }
}

function leadsPart(view: View, leads: { platform: string; urls: string[] }): HTMLElement {
  const { words } = view;
  const count = Math.min(leads.urls.length, batchMax);
  const start = button('primary', 'batch', words.text('batchStart', { count }), async () => {
    view.show({ leads: null });
    await view.act('batch', { type: 'batch', platform: leads.platform, urls: leads.urls }, 'page');
    if (view.state.batch?.because === 'plugin.no-access') {
      // While the click still counts as the person's own: the browser asks them right away.
      await view.allowAndGoOn();
    }
  });
  start.disabled = view.busy !== null;
  return element(
    'div',
    { class: 'leads' },
    element('p', { role: 'status' }, words.text('leads', { count: leads.urls.length })),
    leads.urls.length > batchMax
      ? element('p', { class: 'quiet' }, words.text('leadsMax', { max: batchMax }))
      : null,
    start,
    element('p', { class: 'caption' }, words.text('batchHow')),
  );
}
