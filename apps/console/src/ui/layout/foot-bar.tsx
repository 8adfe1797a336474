import type { ReactNode } from 'react';
import '../charts/bars.css';

interface FootBarProps {
  /** What will happen, or what remains. */
  children: ReactNode;
  /** Buttons, the main one last. */
  actions: ReactNode;
}

/** The sticky footer of a working page. Must be the last child of the page. */
export function FootBar({ children, actions }: FootBarProps) {
  return (
    <div className="foot-bar">
      <div className="foot-bar-text">{children}</div>
      <div className="foot-bar-actions">{actions}</div>
    </div>
  );
}
