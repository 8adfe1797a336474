import { clock, cross, logo, spinner, tick, warning } from './drawings.ts';
import { element } from './element.ts';

export type Tone = 'plain' | 'busy' | 'good' | 'slow' | 'bad';

export interface DockAction {
  id: string;
  label: string;
  kind: 'solid' | 'quiet';
  disabled?: boolean;
  run(): void;
}

/** What the button shows now. */
export interface DockView {
  tone: Tone;
  main: string | null;
  more: string | null;
  actions: DockAction[];
  /** Actions have a line of their own if there is little room. */
  wide?: true;
}

export interface DockText {
  name: string;
  move: string;
  hide: string;
}

export interface Dock {
  element: HTMLElement;
  grip: HTMLElement;
  /** Null removes it. */
  show(view: DockView | null, words: DockText): void;
}

const signs: Record<Tone, (() => SVGSVGElement) | null> = {
  plain: null,
  busy: spinner,
  good: tick,
  slow: clock,
  bad: warning,
};

/** Creates the button over the page: our logo, by which it is moved, its message, the actions, and a close button. */
export function createDock(root: ShadowRoot, onHide: () => void): Dock {
  const grip = element('button', { class: 'grip', type: 'button' }, logo());
  const words = element('div', { class: 'words', role: 'status', 'aria-live': 'polite' });
  const actions = element('div', { class: 'acts' });
  const close = element('button', { class: 'close', type: 'button' }, cross());
  close.addEventListener('click', onHide);
  const dock = element('div', { class: 'dock', role: 'region', hidden: true }, grip, words, actions, close);
  root.append(dock);

  function showText({ tone, main, more }: DockView): void {
    const lines = [
      ...(main === null ? [] : [element('p', { class: 'main' }, main)]),
      ...(more === null ? [] : [element('p', { class: 'more' }, more)]),
    ];
    const sign = signs[tone]?.();
    words.className = `words ${tone}`;
    words.replaceChildren(...(sign ? [sign] : []), element('div', { class: 'lines' }, ...lines));
    words.hidden = lines.length === 0;
  }

  const buttons = new Map<string, HTMLButtonElement>();
  let offered: readonly DockAction[] = [];

  /** A button element is kept while its action is offered: a press in progress must not lose it, nor the focus. */
  function buttonFor({ id, label, kind, disabled = false }: DockAction): HTMLButtonElement {
    const known = buttons.get(id);
    const button = known ?? element('button', { type: 'button', 'data-action': id });
    if (known === undefined) {
      buttons.set(id, button);
      button.addEventListener('click', () => offered.find((act) => act.id === id)?.run());
    }
    button.className = `act ${kind}`;
    button.disabled = disabled;
    if (button.textContent !== label) {
      button.textContent = label;
    }
    return button;
  }

  function showActions(wanted: readonly DockAction[]): void {
    const hadFocus = actions.contains(root.activeElement);
    offered = wanted;
    const now = wanted.map(buttonFor);
    if (now.length !== actions.children.length || now.some((button, at) => actions.children[at] !== button)) {
      actions.replaceChildren(...now);
    }
    actions.hidden = wanted.length === 0;
    if (hadFocus && !actions.contains(root.activeElement)) {
      (now.find(({ disabled }) => !disabled) ?? grip).focus();
    }
  }

  return {
    element: dock,
    grip,
    show(view, said) {
      dock.hidden = view === null;
      dock.setAttribute('aria-label', said.name);
      for (const [button, label] of [
        [grip, said.move],
        [close, said.hide],
      ] as const) {
        button.setAttribute('aria-label', label);
        button.title = label;
      }
      if (view !== null) {
        dock.classList.toggle('wide', view.wide === true);
        showText(view);
        showActions(view.actions);
      }
    },
  };
}
