/** Distance of the button from the right and bottom edges of the window, in pixels. */
export interface DockPlace {
  right: number;
  bottom: number;
}

const edge = 12;
const step = 16;
/** Heights to try: pages have their own button, chat or bar at the bottom edge. */
const heights = [24, 92, 160, 228, 296];
/** An element that covers more of the window than this is not a button of the page. */
const mostOfWindow = 0.5;

/** Lets a person move the button, by its logo or with the arrow keys; reports where it was dropped. */
export function makeMovable(
  dock: HTMLElement,
  grip: HTMLElement,
  onRest: (place: DockPlace) => void,
): { put(place: DockPlace): void; keepInside(): void } {
  /** The wished place; in a smaller window it is closer to the edge. */
  let wished: DockPlace = { right: edge, bottom: heights[0] ?? 0 };
  let place = wished;

  function put(wanted: DockPlace): void {
    wished = wanted;
    keepInside();
  }

  function keepInside(): void {
    const room = {
      width: window.innerWidth - dock.offsetWidth,
      height: window.innerHeight - dock.offsetHeight,
    };
    place = {
      right: Math.max(edge, Math.min(wished.right, room.width - edge)),
      bottom: Math.max(edge, Math.min(wished.bottom, room.height - edge)),
    };
    dock.style.right = `${place.right}px`;
    dock.style.bottom = `${place.bottom}px`;
  }

  grip.addEventListener('pointerdown', (down) => {
    grip.setPointerCapture(down.pointerId);
    const from = place;
    const move = (event: PointerEvent) =>
      put({
        right: from.right - event.clientX + down.clientX,
        bottom: from.bottom - event.clientY + down.clientY,
      });
    grip.addEventListener('pointermove', move);
    const end = () => {
      grip.removeEventListener('pointermove', move);
      if (place !== from) {
        onRest(place);
      }
    };
    grip.addEventListener('pointerup', end, { once: true });
    grip.addEventListener('pointercancel', end, { once: true });
  });
  grip.addEventListener('keydown', (event) => {
    const by: Record<string, [number, number]> = {
      ArrowLeft: [step, 0],
      ArrowRight: [-step, 0],
      ArrowUp: [0, step],
      ArrowDown: [0, -step],
    };
    const [right, bottom] = by[event.key] ?? [0, 0];
    if (right !== 0 || bottom !== 0) {
      event.preventDefault();
      put({ right: place.right + right, bottom: place.bottom + bottom });
      onRest(place);
    }
  });
  window.addEventListener('resize', keepInside);
  return { put, keepInside };
}

/** Returns the lowest place at the right edge where the page itself has nothing clickable. */
export function freePlace(dock: HTMLElement, isOurs: (element: Element) => boolean): DockPlace {
  const { offsetWidth: width, offsetHeight: height } = dock;
  const bottom = heights.find((low) => {
    const top = window.innerHeight - low - height;
    const left = window.innerWidth - edge - width;
    const points = [0.05, 0.5, 0.95].flatMap((x) =>
      [0.1, 0.9].map((y) => [left + x * width, top + y * height] as const),
    );
    return !points.some(([x, y]) =>
      document.elementsFromPoint(x, y).some((element) => !isOurs(element) && staysInPlace(element)),
    );
  });
  return { right: edge, bottom: bottom ?? heights[0] ?? 0 };
}

/** Reports whether it is part of an element that the page keeps fixed while scrolling. */
function staysInPlace(element: Element): boolean {
  for (let at: Element | null = element; at !== null && at !== document.body; at = at.parentElement) {
    const { position, visibility, pointerEvents } = getComputedStyle(at);
    if (position === 'fixed' || position === 'sticky') {
      const { width, height } = at.getBoundingClientRect();
      const covers = (width * height) / (window.innerWidth * window.innerHeight);
      return covers < mostOfWindow && visibility === 'visible' && pointerEvents !== 'none';
    }
  }
  return false;
}
