import type { ReactNode } from 'react';
import { useContext } from 'react';
import { usePlatformScope } from '../../lib/data/platform-scope.ts';
import { HiddenHeadContext } from '../../lib/page.ts';
import { PlatformMark } from '../images/platform-mark.tsx';
import { Text } from '../text/text.tsx';
import { Box, Row } from './box.tsx';
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
    <Box as="header" className="page-head" mb={16}>
      <Row wrap align="center" justify="between" gap={[8, 16]} minH="var(--control)">
        <Row className="page-head-text" wrap align="center" gap={[0, 10]} shrink>
          {before}
          {scope === null ? (
            <Text as="h1" className="page-title" font="title" weight={650} anywhere>
              {title}
            </Text>
          ) : (
            <Text as="h1" className="page-title of-platform" font="title" weight={650} anywhere>
              <PlatformMark platform={scope.platform} size={24} named />
              {scope.name}
              <span className="only-read"> {title}</span>
            </Text>
          )}
          {hint !== undefined && (
            <Text className="page-head-hint" font="small" tone="t2">
              {hint}
            </Text>
          )}
        </Row>
        {actions !== undefined && (
          <Row className="page-head-actions" wrap gap={10}>
            {actions}
          </Row>
        )}
      </Row>
      {scope?.tabs}
      {children}
    </Box>
  );
}
