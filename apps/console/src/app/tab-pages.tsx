import type { ReactNode } from 'react';
import { Activity, memo, Suspense, useLayoutEffect, useMemo, useRef } from 'react';
import type { RouteObject } from 'react-router';
import { useRoutes } from 'react-router';
import type { PageApi } from '../lib/page.ts';
import { PageContext } from '../lib/page.ts';
import { useScroller } from '../ui/scroller.ts';
import { SkeletonPage } from '../ui/skeleton.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { ExceptionPage } from './exception-page.tsx';
import { useNavigation } from './navigation-context.ts';
import { pageOf } from './registry.tsx';
import type { TabCommands } from './tabs-context.ts';
import { useTabs } from './tabs-context.ts';

/** Every page kept alive, the active one shown. Hidden ones keep their state and stop their effects. */
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
      close: () => void commands.close([id]),
      open: commands.open,
    }),
    [id, commands],
  );
  return (
    <PageContext value={page}>
      <ErrorBoundary resetKey={path}>
        <Suspense fallback={<SkeletonPage />}>
          <PageRoutes path={path} />
        </Suspense>
      </ErrorBoundary>
    </PageContext>
  );
});

function PageRoutes({ path }: { path: string }) {
  const { routes } = useNavigation();
  const objects = useMemo<RouteObject[]>(
    () => [
      ...routes.flatMap(({ path: pattern, component }) =>
        component === null ? [] : [{ path: pattern, element: elementOf(component) }],
      ),
      { path: '*', element: <ExceptionPage status={404} /> },
    ],
    [routes],
  );
  return useRoutes(objects, path);
}

const exceptions: Record<string, ReactNode> = {
  Exception403: <ExceptionPage status={403} />,
  Exception404: <ExceptionPage status={404} />,
  Exception500: <ExceptionPage status={500} />,
};

function elementOf(component: string): ReactNode {
  const Page = pageOf(component);
  return Page === null ? (exceptions[component] ?? <ExceptionPage status={404} />) : <Page />;
}

/** Each tab finds its page scrolled as it was left. */
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
