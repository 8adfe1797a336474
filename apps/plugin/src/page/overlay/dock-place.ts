/** Distance of the button from the right and the lower edge of the window, in pixels. */
export interface DockPlace {
  right: number;
  bottom: number;
}

const edge = 12;
const step = 16;
/** Heights that are tried: pages keep their own button, their chat or their bar at the lower edge. */
const heights = [24, 92, 160, 228, 296];
/** What covers more of the window than this is no button of the page's. */
const mostOfWindow = 0.5;

/** Lets a person move the button, by its mark or with the arrow keys; told where it came to rest. */
export function makeMovable(
  dock: HTMLElement,
  grip: HTMLElement,
  onRest: (place: DockPlace) => void,
): { put(place: DockPlace): void; keepInside(): void } {
  /** As it was wished for; in a smaller window it stands nearer. */
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

/** The lowest place at the right edge where the page itself keeps nothing that can be pressed. */
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

/** Part of something that the page keeps in the window while it scrolls. */
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
