import './charts.css';

interface Stroke {
  stroke: string;
  dashes?: string;
}

/** Lines differ by their dashes first, and only then by colour. */
const strokes: readonly Stroke[] = [
  { stroke: 'var(--primary)' },
  { stroke: 'var(--violet)', dashes: '7 3' },
  { stroke: 'var(--green)', dashes: '2 3' },
  { stroke: 'var(--amber-bar)', dashes: '9 3 2 3' },
  { stroke: 'var(--t2)', dashes: '4 4' },
];

/** Returns how the line at this index of a chart is drawn. */
export function strokeOf(place: number): Stroke {
  return strokes[place] ?? { stroke: 'var(--t4)', dashes: '1 4' };
}

/** A sample of a series' line, shown next to its name. */
export function SeriesMark({ place }: { place: number }) {
  const { stroke, dashes } = strokeOf(place);
  return (
    <svg width="18" height="8" aria-hidden="true" focusable="false" className="series-mark">
      <path d="M0 4h18" stroke={stroke} strokeWidth={2} strokeDasharray={dashes} />
    </svg>
  );
}
