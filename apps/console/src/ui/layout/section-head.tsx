import type { ReactNode } from 'react';
import './page-head.css';

interface SectionHeadProps {
  title: ReactNode;
  /** Shown as a small neutral tag. */
  count?: ReactNode;
  /** Grey remark next to the title. */
  note?: ReactNode;
  /** Right: one link or button. */
  action?: ReactNode;
  /** Without the divider, if a grid of images follows. */
  bare?: boolean;
  live?: boolean;
}

/** The header of a section. */
export function SectionHead({ title, count, note, action, bare = false, live = false }: SectionHeadProps) {
  return (
    <div className={bare ? 'section-head bare' : 'section-head'}>
      <h2 className="section-title">
        <span>{title}</span>
        {count !== undefined && <span className="count-tag">{count}</span>}
        {live && <span className="live-dot" />}
        {note !== undefined && <span className="section-note">{note}</span>}
      </h2>
      {action !== undefined && <span className="section-link">{action}</span>}
    </div>
  );
}
