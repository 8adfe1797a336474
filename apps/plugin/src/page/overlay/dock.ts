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

  function showActs(wanted: readonly DockAct[]): void {
    const focused = root.activeElement?.getAttribute('data-act') ?? null;
    acts.replaceChildren(
      ...wanted.map(({ id, label, kind, disabled = false, run }) => {
        const button = element(
          'button',
          { class: `act ${kind}`, type: 'button', 'data-act': id, disabled },
          label,
        );
        button.addEventListener('click', run);
        return button;
      }),
    );
    acts.hidden = wanted.length === 0;
    if (focused !== null) {
      const same = acts.querySelector<HTMLElement>(`[data-act="${focused}"]:enabled`);
      (same ?? acts.querySelector<HTMLElement>('button:enabled') ?? grip).focus();
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
        dock.classList.toggle('wide', view.acts.length > 1);
        showWords(view);
        showActs(view.acts);
      }
    },
  };
}
