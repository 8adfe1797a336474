import { type Card, isCardSized } from './cards.ts';
import { tick } from './drawings.ts';
import { element } from './element.ts';

const inset = 6;

/** State of a product's checkbox. */
export interface CheckState {
  checked: boolean;
  known: boolean;
  label: string;
}

export interface Checks {
  /** Shows checkboxes on these cards, each with the state from `stateOf`; none for an unknown product. */
  show(cards: readonly Card[], stateOf: (id: string) => CheckState | null, knownWord: string): void;
  /** Moves the checkboxes to the current positions of their cards. */
  settle(): void;
}

/**
 * Creates the checkboxes with which products of a list are selected. They are placed over the page; the page's own
 * markup stays unchanged.
 */
export function createChecks(
  root: ShadowRoot,
  isOurs: (element: Element) => boolean,
  onToggle: (id: string) => void,
): Checks {
  const layer = element('div', { class: 'marks' });
  root.prepend(layer);
  let marks = new Map<Element, HTMLButtonElement>();

  function markFor({ id, element: card }: Card): HTMLButtonElement {
    const known = marks.get(card);
    if (known?.dataset.id === id) {
      return known;
    }
    const mark = element(
      'button',
      { class: 'check', type: 'button', role: 'checkbox', 'data-id': id },
      tick(),
    );
    mark.addEventListener('click', () => onToggle(id));
    return mark;
  }

  function settle(): void {
    const base = layer.getBoundingClientRect();
    for (const [card, mark] of marks) {
      const rect = card.getBoundingClientRect();
      mark.hidden = !card.isConnected || !isCardSized(rect, window) || isCovered(card, rect);
      mark.style.left = `${rect.left - base.left + inset}px`;
      mark.style.top = `${rect.top - base.top + inset}px`;
    }
  }

  /** Reports whether the page's own bar or window covers the checkbox's place. */
  function isCovered(card: Element, { left, top }: DOMRect): boolean {
    const [x, y] = [left + inset + 14, top + inset + 14];
    const over = document.elementsFromPoint(x, y).find((found) => !isOurs(found));
    return over !== undefined && !card.contains(over) && !over.contains(card);
  }

  return {
    settle,
    show(cards, stateOf, knownWord) {
      const next = new Map<Element, HTMLButtonElement>();
      for (const card of cards) {
        const state = stateOf(card.id);
        if (state === null) {
          continue;
        }
        const mark = markFor(card);
        mark.setAttribute('aria-checked', String(state.checked));
        mark.setAttribute('aria-label', state.known ? `${state.label} (${knownWord})` : state.label);
        const word = mark.querySelector('.known');
        if (state.known && word === null) {
          mark.append(element('span', { class: 'known' }, knownWord));
        } else if (!state.known) {
          word?.remove();
        }
        next.set(card.element, mark);
      }
      marks = next;
      const wanted = [...next.values()];
      for (const gone of [...layer.children].filter((child) => !wanted.some((mark) => mark === child))) {
        gone.remove();
      }
      layer.append(...wanted.filter((mark) => !mark.isConnected));
      settle();
    },
  };
}
