import { button, element, icon, logo } from './element.ts';
import type { View } from './view.ts';

/** Shows which person the plugin collects for, and in which console. */
export function head(view: View): HTMLElement {
  const { state, words } = view;
  const link =
    state.console === null
      ? null
      : element(
          'a',
          {
            class: 'open',
            href: state.console,
            'data-action': 'console',
            'aria-label': words.text('openConsole'),
          },
          icon('external'),
        );
  if (link !== null) {
    link.target = '_blank';
    link.title = words.text('openConsole');
  }
  return element('header', {}, logo(), element('h1', {}, words.text('product')), link);
}

export function pairedLine(view: View): HTMLElement | null {
  const { state, words } = view;
  if (state.paired === null) {
    return null;
  }
  if (view.confirmsUnpair) {
    return element(
      'section',
      { class: 'note', role: 'alertdialog', 'aria-label': words.text('unpair') },
      element('p', {}, words.text('unpairConfirm')),
      element(
        'div',
        { class: 'buttons' },
        button('plain', 'unpair-yes', words.text('unpairYes'), () => {
          view.show({ confirmsUnpair: false });
          void view.act('unpair', { type: 'unpair' }, 'pair');
        }),
        button('link', 'unpair-no', words.text('cancel'), () => view.show({ confirmsUnpair: false })),
      ),
    );
  }
  return element(
    'div',
    { class: 'paired' },
    element('span', { class: 'dot', 'aria-hidden': 'true' }),
    element(
      'div',
      { class: 'who' },
      element('p', {}, words.text('pairedAs', { person: state.paired.person })),
      element('p', { class: 'caption code cut' }, new URL(state.paired.console).host),
    ),
    button('link', 'unpair', words.text('unpair'), () => view.show({ confirmsUnpair: true })),
  );
}
