import type { PluginState } from '../messages.ts';
import { button, element } from './element.ts';
import type { View } from './view.ts';

/** Records waiting to be sent, and why they wait. */
export function waitingSection(view: View): HTMLElement | null {
  const { state, words } = view;
  if (state.waiting === 0) {
    return null;
  }
  const why =
    state.paired === null
      ? words.text('waitingPaired', { count: state.waiting })
      : state.held === null
        ? null
        : words.text('waitingWhy', { why: words.fault(state.held.code), time: words.time(state.held.until) });
  return element(
    'section',
    { class: 'waiting' },
    element(
      'div',
      { class: 'line' },
      element('h2', {}, words.text('waiting', { count: state.waiting })),
      state.paired === null
        ? null
        : button('link', 'send', words.text('sendNow'), () => view.act('send', { type: 'send-now' }, 'page')),
    ),
    why === null ? null : element('p', { class: 'quiet' }, why),
  );
}

/** Records that the console rejected, each with its reason; they stay until the person has decided. */
export function rejectedSection(view: View): HTMLElement | null {
  const { state, words } = view;
  if (state.rejected.length === 0) {
    return null;
  }
  return element(
    'section',
    { class: 'rejected' },
    element(
      'div',
      { class: 'line' },
      element('h2', {}, words.text('rejected', { count: state.rejected.length })),
      state.rejected.length > 1 && state.paired !== null
        ? button('link', 'retry', words.text('retryAll'), () => view.act('retry', { type: 'retry' }, 'page'))
        : null,
    ),
    element('ul', {}, ...state.rejected.map((each) => rejectedRow(view, each))),
  );
}

function rejectedRow(view: View, each: PluginState['rejected'][number]): HTMLElement {
  const { words, state } = view;
  const { id } = each;
  const name = element(
    'a',
    { class: 'name cut', href: each.url, 'data-action': `open:${id}` },
    each.title || each.url,
  );
  name.target = '_blank';
  name.title = each.title;
  return element(
    'li',
    {},
    name,
    element('p', { class: 'why' }, words.fault(each.code)),
    element(
      'div',
      { class: 'buttons' },
      state.paired === null
        ? null
        : button('link', `retry:${id}`, words.text('retry'), () =>
            view.act(`retry:${id}`, { type: 'retry', id }, 'page'),
          ),
      button('link', `remove:${id}`, words.text('remove'), () =>
        view.act(`remove:${id}`, { type: 'remove', id }, 'page'),
      ),
    ),
  );
}
