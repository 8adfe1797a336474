import './figures.css';

export type BarTone = 'primary' | 'green' | 'amber' | 'red' | 'violet' | 't4';

interface BarProps {
  /** 0 to 1; null until known. */
  part: number | null;
  tone?: BarTone;
  thick?: boolean;
  label: string;
  /** Read by screen readers in place of the percentage. */
  valueText?: string;
}

/** A bar of progress or usage. */
export function Bar({ part, tone = 'primary', thick = false, label, valueText }: BarProps) {
  const value = Math.min(1, Math.max(0, part ?? 0));
  return (
    <div
      className={thick ? 'bar thick' : 'bar'}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={part === null ? undefined : Math.round(value * 100)}
      aria-valuetext={valueText}
    >
      <div className={`bar-fill tone-bar-${tone}`} style={{ transform: `scaleX(${value})` }} />
    </div>
  );
}

interface SegmentBarProps {
  /** In drawing order; the rest of the total stays empty. */
  parts: { key: string; count: number; tone: BarTone }[];
  total: number;
  thick?: boolean;
}

/** Composition of a total by state. The text next to it gives the counts. */
export function SegmentBar({ parts, total, thick = true }: SegmentBarProps) {
  return (
    <div className={thick ? 'bar thick' : 'bar'} aria-hidden="true">
      {parts
        .filter(({ count }) => count > 0)
        .map(({ key, count, tone }) => (
          <div key={key} className="bar-part" style={{ width: `${(count / Math.max(1, total)) * 100}%` }}>
            <div className={`bar-fill tone-bar-${tone}`} />
          </div>
        ))}
    </div>
  );
}

interface SliceBarProps {
  /** Each slice is as wide as its weight, and filled as far as it is done (0 to 1). */
  slices: { key: string; weight: number; part: number; name: string }[];
}

/** A bar divided into the slices really fetched. */
export function SliceBar({ slices }: SliceBarProps) {
  return (
    <div className="bar thick sliced" aria-hidden="true">
      {slices.map(({ key, weight, part, name }) => (
        <div key={key} className="bar-part" title={name} style={{ flex: `${Math.max(weight, 0.02)} 1 0` }}>
          <div className="bar-fill" style={{ transform: `scaleX(${Math.min(1, Math.max(0, part))})` }} />
        </div>
      ))}
    </div>
  );
}
