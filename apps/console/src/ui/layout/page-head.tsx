import type { ReactNode } from 'react';
import { useContext } from 'react';
import { HiddenHeadContext } from '../../lib/page.ts';
import { usePlatformScope } from '../../lib/platform-scope.ts';
import { PlatformMark } from '../images/platform-mark.tsx';
import './page-head.css';

interface PageHeadProps {
  title: ReactNode;
  /** One grey remark next to the title. */
  hint?: ReactNode;
  /** At most three buttons and a menu, the main one last. */
  actions?: ReactNode;
  /** Before the title: a live dot. */
  before?: ReactNode;
  /** Under the title: tabs or steps. */
  children?: ReactNode;
}

/**
 * The page header, visible only to screen readers if the navigation hides it; within a platform's group, it shows the
 * platform's name and the group's tabs.
 */
export function PageHead({ title, hint, actions, before, children }: PageHeadProps) {
  const scope = usePlatformScope();
  const hidden = useContext(HiddenHeadContext);
  if (hidden) {
    return <h1 className="only-read">{title}</h1>;
  }
  return (
    <header className="page-head">
      <div className="page-head-line">
        <div className="page-head-text">
          {before}
          {scope === null ? (
            <h1 className="page-title">{title}</h1>
          ) : (
            <h1 className="page-title of-platform">
              <PlatformMark platform={scope.platform} size={24} named />
              {scope.name}
              <span className="only-read"> {title}</span>
            </h1>
          )}
          {hint !== undefined && <span className="page-head-hint">{hint}</span>}
        </div>
        {actions !== undefined && <div className="page-head-actions">{actions}</div>}
      </div>
      {scope?.tabs}
      {children}
    </header>
  );
}
