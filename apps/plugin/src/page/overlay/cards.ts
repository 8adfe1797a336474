/** What a page shows of a product in a list. */
export interface Card {
  id: string;
  element: Element;
}

/** Cards smaller than this, in pixels, have no room for a checkbox. */
const sideMin = 60;

/**
 * Returns the cards on a page: for each link to a product, the largest element around it that contains no other
 * product.
 */
export function cardsOn(root: ParentNode, idOf: (link: HTMLAnchorElement) => string | null): Card[] {
  const ids = new Map<Element, string>();
  for (const link of root.querySelectorAll<HTMLAnchorElement>('a[href]')) {
    const id = idOf(link);
    if (id !== null) {
      ids.set(link, id);
    }
  }
  const cards = new Map<Element, string>();
  for (const [link, id] of ids) {
    let card: Element = link;
    for (let around = link.parentElement; around !== null; around = around.parentElement) {
      if (around === document.body || !holdsOnly(around, id, ids)) {
        break;
      }
      card = around;
    }
    cards.set(card, id);
  }
  return [...cards].map(([element, id]) => ({ id, element }));
}

function holdsOnly(around: Element, id: string, ids: ReadonlyMap<Element, string>): boolean {
  for (const link of around.querySelectorAll('a[href]')) {
    const other = ids.get(link);
    if (other !== undefined && other !== id) {
      return false;
    }
  }
  return true;
}

/** Reports whether an element is large enough for a card and not much larger than one. */
export function isCardSized(
  { width, height }: DOMRect,
  window: Pick<Window, 'innerWidth' | 'innerHeight'>,
): boolean {
  return width >= sideMin && height >= sideMin && height <= window.innerHeight * 1.5;
}
