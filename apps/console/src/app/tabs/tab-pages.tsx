import type { ReactNode } from 'react';
import { Activity, memo, Suspense, useLayoutEffect, useMemo, useRef } from 'react';
import type { RouteObject } from 'react-router';
import { useParams, useRoutes } from 'react-router';
import type { PageApi } from '../../lib/page.ts';
import { HiddenHeadContext, PageContext, PagePlaceContext } from '../../lib/page.ts';
import { RoutePermission } from '../../lib/person/session.ts';
import { useText } from '../../lib/text/text.ts';
import { NotHere } from '../../ui/feedback/page-fault.tsx';
import { SkeletonPage } from '../../ui/feedback/skeleton.tsx';
import { useScroller } from '../../ui/layout/scroller.ts';
import { ErrorBoundary } from '../error-boundary.tsx';
import { ExceptionPage } from '../exception-page.tsx';
import type { RouteEntry } from '../navigation/navigation.ts';
import { menuPlace, routeFor } from '../navigation/navigation.ts';
import { useNavigation } from '../navigation/navigation-context.ts';
import { PlatformFrame } from '../navigation/platform-frame.tsx';
import { canBeId, pageOf, pageShape } from '../registry.tsx';
import type { TabCommands } from './tabs-context.ts';
import { useTabs } from './tabs-context.ts';

/** Keeps every page alive and shows the active one. Hidden pages keep their state and stop their effects. */
export function TabPages() {
  const { state, commands } = useTabs();
  useKeptScroll(state.activeId);
  return state.tabs
    .filter((tab) => tab.awake)
    .map((tab) => (
      <Activity key={`${tab.id}.${tab.fresh}`} mode={tab.id === state.activeId ? 'visible' : 'hidden'}>
        <TabPage id={tab.id} path={tab.path} commands={commands} />
      </Activity>
    ));
}

interface TabPageProps {
  id: string;
  path: string;
  commands: TabCommands;
}

const TabPage = memo(function TabPage({ id, path, commands }: TabPageProps) {
  const page = useMemo<PageApi>(
    () => ({
      setTitle: (title) => commands.change(id, { title }),
      setUnsaved: (unsaved) => commands.change(id, { unsaved }),
      setSaver: (save) => commands.setSaver(id, save),
      setRun: (runId) => commands.change(id, { runId }),
      close: (path) => {
        const closed = path === undefined ? id : commands.idOf(path);
        if (closed !== null) {
          void commands.close([closed]);
        }
        return closed !== null;
      },
      rename: (path, title) => {
        const named = commands.idOf(path);
        if (named !== null) {
          commands.change(named, { title });
        }
        return named !== null;
      },
      open: commands.open,
    }),
    [id, commands],
  );
  const shape = pageShape(routeFor(useNavigation(), path)?.component);
  return (
    <PageContext value={page}>
      <ErrorBoundary resetKey={path}>
        <Suspense fallback={<SkeletonPage shape={shape} />}>
          <PageRoutes path={path} />
        </Suspense>
      </ErrorBoundary>
    </PageContext>
  );
});

function PageRoutes({ path }: { path: string }) {
  const navigation = useNavigation();
  const { routes } = navigation;
  const text = useText();
  const place = useMemo(() => {
    const entry = menuPlace(navigation, path)?.entry;
    return entry === undefined || entry.path === path
      ? null
      : { path: entry.path, title: text.named(entry.title) };
  }, [navigation, path, text]);
  const objects = useMemo<RouteObject[]>(
    () => [
      ...routes.flatMap((route) =>
        route.component === null ? [] : [{ path: route.path, element: elementOf(route, route.component) }],
      ),
      { path: '*', element: <ExceptionPage status={404} /> },
    ],
    [routes],
  );
  const shown = useRoutes(objects, path);
  return <PagePlaceContext value={place}>{shown}</PagePlaceContext>;
}

const exceptions: Record<string, ReactNode> = {
  Exception403: <ExceptionPage status={403} />,
  Exception404: <ExceptionPage status={404} />,
  Exception500: <ExceptionPage status={500} />,
};

function elementOf(
  { platform, path, permission, hiddenHeaderContent }: RouteEntry,
  component: string,
): ReactNode {
  const Page = pageOf(component);
  if (Page === null) {
    return exceptions[component] ?? <ExceptionPage status={404} />;
  }
  const one = path.includes(':') ? (
    <OfId component={component}>
      <Page />
    </OfId>
  ) : (
    <Page />
  );
  const page =
    platform === null ? (
      one
    ) : (
      <PlatformFrame platform={platform} path={path}>
        {one}
      </PlatformFrame>
    );
  return (
    <RoutePermission value={permission}>
      <HiddenHeadContext value={hiddenHeaderContent}>{page}</HiddenHeadContext>
    </RoutePermission>
  );
}

/** Shows the page of one object if its address holds a possible id; else the "nothing here" view. */
function OfId({ component, children }: { component: string; children: ReactNode }) {
  const values = Object.values(useParams()).filter((value) => value !== undefined);
  return values.every((value) => canBeId(component, value)) ? children : <NotHere />;
}

/** Restores each tab's scroll position. */
function useKeptScroll(activeId: string) {
  const scroller = useScroller();
  const places = useRef(new Map<string, number>());

  useLayoutEffect(() => {
    const outer = scroller.current;
    if (outer === null) {
      return;
    }
    outer.scrollTop = places.current.get(activeId) ?? 0;
    const keep = () => places.current.set(activeId, outer.scrollTop);
    outer.addEventListener('scroll', keep, { passive: true });
    return () => outer.removeEventListener('scroll', keep);
  }, [activeId, scroller]);
}
