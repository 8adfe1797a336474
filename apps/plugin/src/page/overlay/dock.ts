import { clock, cross, logo, spinner, tick, warning } from './drawings.ts';
import { element } from './element.ts';

export type Tone = 'plain' | 'busy' | 'good' | 'slow' | 'bad';

export interface DockAct {
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
  acts: DockAct[];
  /** What can be done has a line of its own where there is little room. */
  wide?: true;
}

export interface DockWords {
  name: string;
  move: string;
  hide: string;
}

export interface Dock {
  element: HTMLElement;
  grip: HTMLElement;
  /** Null takes it away. */
  show(view: DockView | null, words: DockWords): void;
}

const signs: Record<Tone, (() => SVGSVGElement) | null> = {
  plain: null,
  busy: spinner,
  good: tick,
  slow: clock,
  bad: warning,
};

/** The button over the page: our mark, by which it is moved, what it has to say, what can be done, and the way to be rid of it. */
export function createDock(root: ShadowRoot, onHide: () => void): Dock {
  const grip = element('button', { class: 'grip', type: 'button' }, logo());
  const words = element('div', { class: 'words', role: 'status', 'aria-live': 'polite' });
  const acts = element('div', { class: 'acts' });
  const close = element('button', { class: 'close', type: 'button' }, cross());
  close.addEventListener('click', onHide);
  const dock = element('div', { class: 'dock', role: 'region', hidden: true }, grip, words, acts, close);
  root.append(dock);

  function showWords({ tone, main, more }: DockView): void {
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
  let offered: readonly DockAct[] = [];

  /** A button stays the same while what it does is offered: a press under way must not lose it, nor the focus. */
  function buttonFor({ id, label, kind, disabled = false }: DockAct): HTMLButtonElement {
    const known = buttons.get(id);
    const button = known ?? element('button', { type: 'button', 'data-act': id });
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

  function showActs(wanted: readonly DockAct[]): void {
    const hadFocus = acts.contains(root.activeElement);
    offered = wanted;
    const now = wanted.map(buttonFor);
    if (now.length !== acts.children.length || now.some((button, at) => acts.children[at] !== button)) {
      acts.replaceChildren(...now);
    }
    acts.hidden = wanted.length === 0;
    if (hadFocus && !acts.contains(root.activeElement)) {
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
        showWords(view);
        showActs(view.acts);
      }
    },
  };
}
