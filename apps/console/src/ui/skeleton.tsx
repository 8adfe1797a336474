import { SlowNote } from './slow-note.tsx';
import './bars.css';

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

/** Rows of a table of products that are on their way; shows nothing for the first 200 ms. */
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

/** Cards of products that are on their way. */
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

/** A page whose code is on its way. */
export function SkeletonPage() {
  return (
    <div className="page skeleton-late">
      <div aria-hidden="true">
        <SkeletonBlock width={180} height={22} />
        <div style={{ height: 24 }} />
        <SkeletonRows rows={6} />
      </div>
      <SlowNote />
    </div>
  );
}

/** Lines of text that are on their way. */
export function SkeletonLines({ lines = 3 }: { lines?: number }) {
  return (
    <div className="skeleton-late" aria-hidden="true" style={{ display: 'grid', gap: 10, padding: '12px 0' }}>
      {keys(lines).map((key, index) => (
        <SkeletonBlock key={key} width={widths[index % widths.length] ?? '40%'} height={12} />
      ))}
    </div>
  );
}
