import type { ReactNode } from 'react';
import { Row } from './box.tsx';
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
    <Row
      className="foot-bar"
      wrap
      align="center"
      justify="between"
      gap={[8, 16]}
      minH={58}
      borderTop
      ground="bg"
    >
      <Row align="center" gap={10} font="small" tone="t2" shrink>
        {children}
      </Row>
      <Row wrap gap={10}>
        {actions}
      </Row>
    </Row>
  );
}
