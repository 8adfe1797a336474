import type { ReactNode } from 'react';
import { SlowNote } from './slow-note.tsx';
import '../charts/bars.css';

interface SkeletonBlockProps {
  width: number | string;
  height: number;
  round?: number;
}

export function SkeletonBlock({ width, height, round }: SkeletonBlockProps) {
  return (
    <span
      className="skeleton"
      style={{ width, height, ...(round === undefined ? {} : { borderRadius: round }) }}
    />
  );
}

const widths = ['46%', '38%', '52%', '41%', '34%', '48%'];
const keys = (count: number) => Array.from({ length: count }, (_, index) => `row-${index}`);

/** Placeholder rows of a product table while loading; shows nothing for the first 200 ms. */
export function SkeletonRows({ rows = 8 }: { rows?: number }) {
  return (
    <div className="skeleton-late" aria-hidden="true">
      {keys(rows).map((key, index) => (
        <div key={key} className="skeleton-row">
          <SkeletonBlock width={40} height={40} round={8} />
          <SkeletonBlock width={widths[index % widths.length] ?? '40%'} height={12} />
          <span style={{ flex: 1 }} />
          <SkeletonBlock width={64} height={12} />
          <SkeletonBlock width={48} height={12} />
        </div>
      ))}
    </div>
  );
}

/** Placeholder cards of products while loading. */
export function SkeletonCards({ cards = 10 }: { cards?: number }) {
  return (
    <div className="skeleton-late skeleton-cards" aria-hidden="true">
      {keys(cards).map((key) => (
        <div key={key}>
          <span className="skeleton" style={{ aspectRatio: 1, borderRadius: 12, marginBottom: 10 }} />
          <SkeletonBlock width="80%" height={12} />
        </div>
      ))}
    </div>
  );
}

/** Shape of a page's skeleton. */
export type PageShape = 'list' | 'cards' | 'editor' | 'run' | 'wizard' | 'dashboard' | 'reading';

/** Skeleton of a page whose code or data is loading, in the shape of the content. */
export function SkeletonPage({ shape = 'list' }: { shape?: PageShape }) {
  return (
    <div className="page skeleton-late" data-shape={shape}>
      <div aria-hidden="true">
        <SkeletonBlock width={180} height={22} />
        <div style={{ height: 24 }} />
        {bodies[shape]}
      </div>
      <SlowNote />
    </div>
  );
}

const fields = (count: number) =>
  keys(count).map((key) => (
    <div key={key} className="skeleton-field">
      <SkeletonBlock width={72} height={12} />
      <SkeletonBlock width="100%" height={38} round={8} />
    </div>
  ));
const figures = (
  <div className="skeleton-figures">
    {keys(4).map((key) => (
      <div key={key} className="skeleton-field">
        <SkeletonBlock width={64} height={12} />
        <SkeletonBlock width={96} height={26} />
      </div>
    ))}
  </div>
);

const bodies: Record<PageShape, ReactNode> = {
  list: (
    <>
      <div className="skeleton-bar">
        <SkeletonBlock width={280} height={34} round={8} />
        <SkeletonBlock width={96} height={34} round={8} />
        <SkeletonBlock width={96} height={34} round={8} />
      </div>
      <SkeletonRows rows={8} />
    </>
  ),
  cards: <SkeletonCards cards={8} />,
  editor: (
    <div className="skeleton-columns">
      <div>{fields(4)}</div>
      <div>
        <span className="skeleton skeleton-square" />
        {fields(2)}
      </div>
    </div>
  ),
  run: (
    <>
      {figures}
      <SkeletonBlock width="100%" height={8} round={4} />
      <div style={{ height: 24 }} />
      <SkeletonRows rows={5} />
    </>
  ),
  wizard: (
    <>
      <div className="skeleton-bar">
        {keys(4).map((key) => (
          <SkeletonBlock key={key} width={112} height={16} />
        ))}
      </div>
      <SkeletonBlock width="100%" height={72} round={10} />
      <div style={{ height: 16 }} />
      {fields(3)}
    </>
  ),
  dashboard: (
    <>
      {figures}
      <div className="skeleton-columns">
        <SkeletonBlock width="100%" height={220} round={12} />
        <SkeletonBlock width="100%" height={220} round={12} />
      </div>
    </>
  ),
  reading: <SkeletonLines lines={10} />,
};

/** Placeholder lines of text while loading. */
export function SkeletonLines({ lines = 3 }: { lines?: number }) {
  return (
    <div className="skeleton-late" aria-hidden="true" style={{ display: 'grid', gap: 10, padding: '12px 0' }}>
      {keys(lines).map((key, index) => (
        <SkeletonBlock key={key} width={widths[index % widths.length] ?? '40%'} height={12} />
      ))}
    </div>
  );
}
