import type { ReactNode } from 'react';
import { useLayoutEffect, useMemo, useRef } from 'react';
import { Link } from 'react-router';
import type { PlatformScope } from '../../lib/data/platform-scope.ts';
import { PlatformScopeContext } from '../../lib/data/platform-scope.ts';
import { useText } from '../../lib/text/text.ts';
import { Row } from '../../ui/layout/box.tsx';
import type { RouteEntry } from './navigation.ts';
import { useNavigation } from './navigation-context.ts';
import '../../ui/layout/tab-row.css';

interface PlatformFrameProps {
  platform: NonNullable<RouteEntry['platform']>;
  /** The path pattern of the current page. */
  path: string;
  children: ReactNode;
}

/** A page within a platform's group: the same feature, limited to the platform, with the group's pages as its tabs. */
export function PlatformFrame({ platform, path, children }: PlatformFrameProps) {
  const { routes } = useNavigation();
  const name = useText().named(platform.name);
  const scope = useMemo((): PlatformScope => {
    const own = routes.filter(
      (route) => route.platform?.id === platform.id && route.path !== `/platform/${platform.id}`,
    );
    const pages = own.filter((route) => !route.path.includes(':'));
    return {
      platform: platform.id,
      name,
      paths: Object.fromEntries(
        own.map((route) => [route.component ?? '', route.path.replace(/\/:.*$/, '')]),
      ),
      tabs: path.includes(':') ? null : <GroupTabs name={name} pages={pages} path={path} />,
    };
  }, [routes, platform, path, name]);
  return <PlatformScopeContext value={scope}>{children}</PlatformScopeContext>;
}

function GroupTabs({ name, pages, path }: { name: string; pages: RouteEntry[]; path: string }) {
  const text = useText();
  const row = useRef<HTMLDivElement>(null);
  // Scrolls the open page's tab into view if the row is wider than a narrow page.
  useLayoutEffect(() => {
    const current = row.current?.querySelector<HTMLElement>('[aria-current="page"]');
    if (row.current && current) {
      row.current.scrollLeft = current.offsetLeft + current.offsetWidth - row.current.clientWidth;
    }
  }, []);
  return (
    <Row
      as="nav"
      className="tab-row"
      wrap
      align="center"
      justify="between"
      gap={[0, 16]}
      mb={14}
      borderBottom
      aria-label={text('platforms.pages', { name })}
    >
      <Row className="tab-row-tabs" gap={20} maxW="100%" shrink overflow="auto" ref={row}>
        {pages.map((page) => (
          <Row
            as={Link}
            key={page.id}
            to={page.path}
            className="tab-row-tab"
            inline
            relative
            align="center"
            gap={6}
            rigid
            p={[8, 0, 8]}
            font="body"
            tone="t2"
            nowrap
            aria-current={page.path === path ? 'page' : undefined}
          >
            <span className="tab-row-title">{text.named(page.title)}</span>
          </Row>
        ))}
      </Row>
    </Row>
  );
}
