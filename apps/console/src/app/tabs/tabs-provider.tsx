import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useLocation, useNavigate, useNavigationType } from 'react-router';
import { useSetting } from '../../lib/kept/settings.ts';
import { isSameTab, isTakenTab } from '../../lib/page.ts';
import { isLeaving, keepInWindow, keptInWindow, setUnsavedTabs } from '../../lib/person/window-person.ts';
import { useText } from '../../lib/text/text.ts';
import { useToast } from '../../ui/feedback/toast.tsx';
import { routeFor, settledPath } from '../navigation/navigation.ts';
import { useNavigation } from '../navigation/navigation-context.ts';
import type { Tab, Tabs, TabsAction } from './tabs.ts';
import { tabsBeside, tabsFromKept, tabsReducer, tabsToKeep } from './tabs.ts';
import type { TabCommands } from './tabs-context.ts';
import { TabsContext } from './tabs-context.ts';
import { useConfirmUnsaved } from './use-confirm-unsaved.ts';

const kept = 'open_tabs';

/** Holds the open pages, in step with the address bar in both directions. */
export function TabsProvider({ children }: { children: ReactNode }) {
  const [state, setState] = useState<Tabs>(() => tabsFromKept(keptInWindow(kept)));
  const latest = useRef(state);
  const apply = useCallback((action: TabsAction): Tabs => {
    latest.current = tabsReducer(latest.current, action);
    setState(latest.current);
    return latest.current;
  }, []);

  useVisits(apply);
  useEffect(() => keepInWindow(kept, tabsToKeep(state)), [state]);
  useWarnBeforeUnload(state);

  const commands = useTabCommands(latest, apply);
  const value = useMemo(() => ({ state, commands }), [state, commands]);
  return <TabsContext value={value}>{children}</TabsContext>;
}

/** Makes each visited address the active tab, after following redirects. */
function useVisits(apply: (action: TabsAction) => Tabs) {
  const { pathname, search, state } = useLocation();
  const type = useNavigationType();
  const navigate = useNavigate();
  const navigation = useNavigation();
  const [multiTab] = useSetting('multi_tab');
  const path = `${pathname}${search}`;

  useLayoutEffect(() => {
    const settled = settledPath(navigation, path);
    if (settled !== path) {
      void navigate(settled, { replace: true });
      return;
    }
    const next = apply({
      type: 'visit',
      path,
      replace: type === 'REPLACE',
      moves: isSameTab(state),
      takes: isTakenTab(state),
      single: multiTab === 'false',
    });
    const shown = next.tabs.find(({ id }) => id === next.activeId);
    if (shown !== undefined && shown.path !== path) {
      void navigate(shown.path, { replace: true });
    }
  }, [path, type, state, navigation, navigate, apply, multiTab]);
}

function useTabCommands(latest: { current: Tabs }, apply: (action: TabsAction) => Tabs): TabCommands {
  const text = useText();
  const toast = useToast();
  const navigate = useNavigate();
  const navigation = useNavigation();
  const cache = useQueryClient();
  const confirmUnsaved = useConfirmUnsaved();
  const savers = useRef(new Map<string, () => Promise<boolean>>());
  const [multiTab] = useSetting('multi_tab');

  return useMemo(() => {
    const held = (ids: string[]): Tab[] => latest.current.tabs.filter(({ id }) => ids.includes(id));
    const close = async (ids: string[]) => {
      if (ids.length >= latest.current.tabs.length) {
        toast({ text: text('tabs.last') });
        return;
      }
      if (!(await confirmUnsaved(held(ids), savers.current))) {
        return;
      }
      const before = latest.current.activeId;
      const next = apply({ type: 'close', ids });
      const shown = next.tabs.find(({ id }) => id === next.activeId);
      if (shown !== undefined && next.activeId !== before) {
        void navigate(shown.path);
      }
    };
    return {
      open: (path) => {
        // Applied at once: code that opens a page and then closes its own, only tab must not be refused because that
        // tab is the last one.
        const settled = settledPath(navigation, path).split('#')[0] ?? path;
        apply({ type: 'visit', path: settled, replace: false, single: multiTab === 'false' });
        void navigate(path);
      },
      close,
      closeBeside: async (id, side) => {
        const others = tabsBeside(latest.current, id, side);
        if (others.length === 0) {
          toast({
            text: text(side === 'left' ? 'tabs.noneLeft' : side === 'right' ? 'tabs.noneRight' : 'tabs.last'),
          });
          return;
        }
        await close(others.map((tab) => tab.id));
      },
      refresh: async (id) => {
        if (await confirmUnsaved(held([id]), savers.current)) {
          apply({ type: 'refresh', id });
          await cache.invalidateQueries();
        }
      },
      mayLeave: () => confirmUnsaved(latest.current.tabs, savers.current),
      change: (id, change) => void apply({ type: 'change', id, change }),
      setSaver: (id, save) => void (save === null ? savers.current.delete(id) : savers.current.set(id, save)),
      idOf: (path) => latest.current.tabs.find((tab) => tab.path === path)?.id ?? null,
      titleOf: (tab) => {
        const route = routeFor(navigation, tab.path);
        const title = tab.title ?? text.named(route?.title ?? 'exception.404');
        return route?.platform && tab.title === null ? `${text.named(route.platform.name)} ${title}` : title;
      },
    };
  }, [apply, confirmUnsaved, cache, latest, multiTab, navigate, navigation, text, toast]);
}

function useWarnBeforeUnload({ tabs }: Tabs) {
  const unsaved = tabs.filter((tab) => tab.unsaved > 0).length;
  useEffect(() => setUnsavedTabs(unsaved), [unsaved]);
  const any = unsaved > 0;
  useEffect(() => {
    if (!any) {
      return;
    }
    const warn = (event: BeforeUnloadEvent) => {
      if (!isLeaving()) {
        event.preventDefault();
      }
    };
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [any]);
}
