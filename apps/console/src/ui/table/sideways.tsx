import type { ReactNode, RefObject, UIEvent } from 'react';
import { useRef } from 'react';

interface Part {
  ref: RefObject<HTMLDivElement | null>;
  onScroll(event: UIEvent): void;
}

/**
 * Scrolls header, rows and bar of a table sideways together. They are three elements, because header and bar stay in
 * view while the page scrolls, which nothing within one that scrolls sideways would.
 */
export function useSideways(active: boolean): { head: Part | object; body: Part | object; bar: Part } {
  const head = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const bar = useRef<HTMLDivElement>(null);
  const onScroll = ({ currentTarget }: UIEvent) => {
    for (const { current } of [head, body, bar]) {
      if (current !== null && current !== currentTarget && current.scrollLeft !== currentTarget.scrollLeft) {
        current.scrollLeft = currentTarget.scrollLeft;
      }
    }
  };
  const scrolls = { onScroll, 'data-sideways': true };
  return {
    head: active ? { ref: head, ...scrolls } : {},
    body: active ? { ref: body, ...scrolls } : {},
    bar: { ref: bar, onScroll },
  };
}

/** The scroll bar at the foot of the window, while the end of the table is below it. */
export function SideScroll({ width, ...part }: Part & { width: string }) {
  return (
    <div className="data-table-bar" tabIndex={-1} aria-hidden {...part}>
      <div style={{ width: '100%', minWidth: width }} />
    </div>
  );
}

/** Returns the least width of a grid with these tracks, as CSS. */
export function widthOfTracks(template: string): string {
  const tracks = template.match(/minmax\((?:[^()]|\([^()]*\))*\)|\S+/g) ?? [];
  const least = tracks.map((track) => /^minmax\(((?:[^(),]|\([^()]*\))+),/.exec(track)?.[1] ?? track);
  return `calc(${least.join(' + ')})`;
}

/** Puts the box and the first columns of a row into a part that stays in view; without pinned columns, none is. */
export function withPinned(pinned: number, box: ReactNode, cells: readonly ReactNode[]): ReactNode {
  if (pinned === 0) {
    return (
      <>
        {box}
        {cells}
      </>
    );
  }
  const span = pinned + (box === false ? 0 : 1);
  return (
    <>
      <div role="presentation" className="data-table-pinned" style={{ gridColumn: `1 / span ${span}` }}>
        {box}
        {cells.slice(0, pinned)}
      </div>
      {cells.slice(pinned)}
    </>
  );
}
