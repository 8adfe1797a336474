import { createContext, useContext, useEffect, useRef } from 'react';

/** What a page can request of its tab. Every function keeps its identity. */
export interface PageApi {
  /** Names the tab and the window after the page's content; null restores the menu's name. */
  setTitle(title: string | null): void;
  /** Shows the amber dot; the number of changes is shown when the person leaves. */
  setUnsaved(changes: number): void;
  /** Sets how unsaved work is saved when the person leaves; resolves to false if it could not be saved. */
  setSaver(save: (() => Promise<boolean>) | null): void;
  /** Shows this run's progress under the tab's name. */
  setRun(runId: string | null): void;
  /** Closes this tab, or the one that shows a path; asks first if something is unsaved. False: it is not open. */
  close(path?: string): boolean;
  /** Names the tab that shows a path. False: it is not open. */
  rename(path: string, title: string): boolean;
  /** Opens a path of the console in its own tab, or switches to it if it is open. */
  open(path: string): void;
}

/** Whether the page's navigation item hides the page header. */
export const HiddenHeadContext = createContext(false);

/** The list that a detail page belongs to: the target of "back", with its name. Null if it belongs to none. */
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
 * Returns the tab of a page. Navigating to the page's own path with `navigate(..., { replace: true })` keeps the tab
 * and changes its query; any other path opens a tab of its own.
 */
export function usePage(): PageApi {
  return useContext(PageContext);
}

const sameTabState = { sameTab: true };
/** Option for `navigate`: the page changes to another path of its own and stays in its tab. */
export const sameTab = { replace: true, state: sameTabState } as const;

/** Option for `navigate`: the same, and the tab belongs to the other path from now on. */
export const takeTab = { replace: true, state: { ...sameTabState, takesTab: true } } as const;

/** Reports whether an address was opened with `takeTab`. */
export function isTakenTab(state: unknown): boolean {
  return isSameTab(state) && typeof state === 'object' && state !== null && 'takesTab' in state;
}

/** Reports whether an address was opened with `sameTab`. */
export function isSameTab(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'sameTab' in state;
}

/** Sets the tab's name. */
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
 * Guards unsaved work: the tab gets its amber dot, and closing it, refreshing or leaving the console asks first. `save`
 * resolves to whether it succeeded.
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
