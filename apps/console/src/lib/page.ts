import { createContext, useContext, useEffect, useRef } from 'react';

/** What a page may ask of the tab it stands in. Every function keeps its identity. */
export interface PageApi {
  /** Names the tab and the window after what is open; null gives the menu's name back. */
  setTitle(title: string | null): void;
  /** Shows the amber dot; the number of changes is told when the person leaves. */
  setUnsaved(changes: number): void;
  /** How unsaved work can be saved when the person leaves; resolves to false when it could not. */
  setSaver(save: (() => Promise<boolean>) | null): void;
  /** Draws this run's progress under the tab's name. */
  setRun(runId: string | null): void;
  /** Closes this tab, or the one that shows a path; asks first when something is unsaved. False: it is not open. */
  close(path?: string): boolean;
  /** Names the tab that shows a path. False: it is not open. */
  rename(path: string, title: string): boolean;
  /** Opens a path of the console in its own tab, or goes to it when it is open. */
  open(path: string): void;
}

/** Whether the page's navigation item says that it stands without its head. */
export const HiddenHeadContext = createContext(false);

/** The list that a page of one thing belongs to: where "back" leads, with its name. Null where it belongs to none. */
export const PagePlaceContext = createContext<{ path: string; title: string } | null>(null);

const nothing = () => undefined;

export const PageContext = createContext<PageApi>({
  setTitle: nothing,
  setUnsaved: nothing,
  setSaver: nothing,
  setRun: nothing,
  close: () => false,
  rename: () => false,
  open: nothing,
});

/**
 * The tab a page stands in. Going to the page's own path with `navigate(..., { replace: true })` keeps the tab and
 * changes its query; any other path opens a tab of its own.
 */
export function usePage(): PageApi {
  return useContext(PageContext);
}

const sameTabState = { sameTab: true };
/** For `navigate`: the page goes to another path of its own and stays in its tab. */
export const sameTab = { replace: true, state: sameTabState } as const;

/** For `navigate`: the same, and the tab is that of the other path from now on. */
export const takeTab = { replace: true, state: { ...sameTabState, takesTab: true } } as const;

/** Whether an address was gone to by `takeTab`. */
export function isTakenTab(state: unknown): boolean {
  return isSameTab(state) && typeof state === 'object' && state !== null && 'takesTab' in state;
}

/** Whether an address was gone to by `sameTab`. */
export function isSameTab(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'sameTab' in state;
}

/** Keeps the tab's name. */
export function usePageTitle(title: string | null | undefined): void {
  const page = usePage();
  useEffect(() => page.setTitle(title ?? null), [page, title]);
}

/** Shows a run's progress at the tab while the page names one. */
export function usePageRun(runId: string | null | undefined): void {
  const page = usePage();
  useEffect(() => page.setRun(runId ?? null), [page, runId]);
}

/**
 * Guards unsaved work: the tab gets its amber dot, and closing it, refreshing or leaving the console asks first.
 * `save` answers whether it could.
 */
export function useUnsavedGuard(changes: number, save?: () => Promise<boolean>): void {
  const page = usePage();
  const latest = useRef(save);
  useEffect(() => {
    latest.current = save;
  });
  const canSave = save !== undefined;
  useEffect(() => {
    page.setUnsaved(changes);
    page.setSaver(changes > 0 && canSave ? () => latest.current?.() ?? Promise.resolve(false) : null);
  }, [page, changes, canSave]);
}
