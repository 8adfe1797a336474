import { type Card, cardsOn } from './cards.ts';
import { type CheckState, createChecks } from './checks.ts';
import { createDock, type DockText, type DockView } from './dock.ts';
import { type DockPlace, freePlace, makeMovable } from './dock-place.ts';
import { overlayHost } from './host.ts';

export interface OverlayEvents {
  onHide(): void;
  onPlaced(place: DockPlace): void;
  onToggle(id: string): void;
}

/** Everything that we show over a page. */
export interface Overlay {
  showDock(view: DockView | null, words: DockText): void;
  /** Shows checkboxes on the cards of these products. */
  showChecks(
    idOf: (link: HTMLAnchorElement) => string | null,
    stateOf: (id: string) => CheckState | null,
    knownWord: string,
  ): void;
  hideChecks(): void;
  place(place: DockPlace | null): void;
}

/** A page's widgets may load late; after this time its corner is checked once more, in milliseconds. */
const secondLookMs = 2500;

export function createOverlay({ onHide, onPlaced, onToggle }: OverlayEvents): Overlay {
  for (const old of document.querySelectorAll('bowerbird-overlay')) {
    old.remove();
  }
  const host = overlayHost();
  const isOurs = (element: Element) => host.contains(element);
  const dock = createDock(host.root, onHide);
  const checks = createChecks(host.root, isOurs, onToggle);
  let placed = false;
  const movable = makeMovable(dock.element, dock.grip, (place) => {
    placed = true;
    onPlaced(place);
  });
  let shown = false;
  let checking = false;
  let due = false;

  function settleSoon(): void {
    if (checking && !due) {
      due = true;
      requestAnimationFrame(() => {
        due = false;
        checks.settle();
      });
    }
  }
  document.addEventListener('scroll', settleSoon, { capture: true, passive: true });
  window.addEventListener('resize', settleSoon);

  function findPlace(): void {
    if (!placed && shown && !dock.element.matches(':hover, :focus-within')) {
      movable.put(freePlace(dock.element, isOurs));
    }
  }

  return {
    showDock(view, words) {
      host.keep();
      dock.show(view, words);
      const isNew = view !== null && !shown;
      shown = view !== null;
      if (shown) {
        movable.keepInside();
      }
      if (isNew) {
        findPlace();
        setTimeout(findPlace, secondLookMs);
      }
    },
    showChecks(idOf, stateOf, knownWord) {
      host.keep();
      checking = true;
      const cards: Card[] = cardsOn(document, idOf);
      checks.show(cards, stateOf, knownWord);
    },
    hideChecks() {
      if (checking) {
        checking = false;
        checks.show([], () => null, '');
      }
    },
    place(place) {
      if (place !== null) {
        placed = true;
        movable.put(place);
      }
    },
  };
}
