import type { ReactNode } from 'react';
import './page-head.css';

interface PageHeadProps {
  title: ReactNode;
  /** One grey remark beside the title. */
  hint?: ReactNode;
  /** At most three buttons and a menu, the main one last. */
  actions?: ReactNode;
  /** Before the title: a live dot. */
  before?: ReactNode;
  /** Under the title: tabs or steps. */
  children?: ReactNode;
}

export function PageHead({ title, hint, actions, before, children }: PageHeadProps) {
  return (
    <header className="page-head">
      <div className="page-head-line">
        <div className="page-head-words">
          {before}
          <h1 className="page-title">{title}</h1>
          {hint !== undefined && <span className="page-head-hint">{hint}</span>}
        </div>
        {actions !== undefined && <div className="page-head-actions">{actions}</div>}
      </div>
      {children}
    </header>
  );
}
