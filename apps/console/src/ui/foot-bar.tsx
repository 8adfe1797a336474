import type { ReactNode } from 'react';
import './bars.css';

interface FootBarProps {
  /** What will happen, or what is left. */
  children: ReactNode;
  /** Buttons, the main one last. */
  actions: ReactNode;
}

/** The sticky foot of a page one works on. The last child of the page. */
export function FootBar({ children, actions }: FootBarProps) {
  return (
    <div className="foot-bar">
      <div className="foot-bar-words">{children}</div>
      <div className="foot-bar-actions">{actions}</div>
    </div>
  );
}
