import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { BarTone } from './bar.tsx';
import { SegmentBar } from './bar.tsx';
import './charts.css';

interface RankRowProps {
  name: string;
  /** Shown before the name. */
  mark?: ReactNode;
  note?: string;
  value: string;
  parts: { key: string; count: number; tone: BarTone }[];
  /** The value of a full bar. */
  total: number;
  /** Target of a click, and its name. */
  to?: string;
  toTitle?: string;
}

/** One row of a ranking: name, figure, and a bar that compares it with the others. */
export function RankRow({ name, mark, note, value, parts, total, to, toTitle }: RankRowProps) {
  const inside = (
    <>
      <span className="rank-row-line">
        {mark}
        <span className="rank-row-name cut" title={name}>
          {name}
        </span>
        {note !== undefined && <span className="rank-row-note">{note}</span>}
        <span className="rank-row-value">{value}</span>
      </span>
      <SegmentBar parts={parts} total={total} thick={false} />
    </>
  );
  return (
    <li>
      {to === undefined ? (
        <div className="rank-row">{inside}</div>
      ) : (
        <Link className="rank-row" to={to} title={toTitle}>
          {inside}
        </Link>
      )}
    </li>
  );
}
