import type { ReactNode } from 'react';
import './bars.css';

interface EmptyProps {
  /** What would be here. */
  children: ReactNode;
  /** The one button that fills it. */
  act?: ReactNode;
  link?: ReactNode;
}

/** Nothing here yet: an empty arch with one berry, a sentence and the way on. */
export function Empty({ children, act, link }: EmptyProps) {
  return (
    <div className="empty">
      <EmptyArch />
      <p className="empty-sentence">{children}</p>
      {act}
      {link}
    </div>
  );
}

export function EmptyArch() {
  return (
    <svg
      className="empty-drawing"
      width="96"
      height="96"
      viewBox="0 0 96 96"
      fill="none"
      aria-hidden="true"
      focusable="false"
    >
      <ellipse cx="48" cy="82" rx="38" ry="6" fill="var(--sunk)" />
      <g stroke="currentColor" strokeWidth="2" strokeLinecap="round" opacity="0.75">
        <path d="M15 81C12 52 21 27 43 12" />
        <path d="M20 82C17 56 25 33 46 17" />
        <path d="M26 82C24 60 30 41 49 24" />
        <path d="M81 81C84 52 75 27 53 12" />
        <path d="M76 82C79 56 71 33 50 17" />
        <path d="M70 82C72 60 66 41 47 24" />
      </g>
      <circle cx="58" cy="78" r="4.5" fill="var(--berry)" />
    </svg>
  );
}
