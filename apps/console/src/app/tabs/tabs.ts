/** One open page. */
export interface Tab {
  id: string;
  /** The full path under which it was opened. */
  home: string;
  /** The full path it shows now; a page may change its own query. */
  path: string;
  /** Set by the page; null: the menu's name. */
  title: string | null;
  unsaved: number;
  runId: string | null;
  /** Whether its page is kept alive; a sleeping page is recreated when it is visited. */
  awake: boolean;
  /** Counter value of its last visit. */
  usedAt: number;
  /** Increases when the page is refreshed. */
  fresh: number;
}

export interface Tabs {
  tabs: Tab[];
  activeId: string;
  /** Counts visits; also the next tab's id. */
  clock: number;
}

export const noTabs: Tabs = { tabs: [], activeId: '', clock: 0 };

/** How many pages are kept alive at once. */
export const awakeMax = 20;

export type TabsAction =
  /**
   * `replace`: the page changed its own address; `moves`: it changed to another path and stays in its tab; `takes`:
   * that path belongs to this tab from now on. `single`: tabs are switched off, so one tab shows every page.
   */
  | { type: 'visit'; path: string; replace: boolean; moves?: boolean; takes?: boolean; single: boolean }
  | { type: 'close'; ids: string[] }
  | { type: 'change'; id: string; change: Partial<Pick<Tab, 'title' | 'unsaved' | 'runId'>> }
  | { type: 'refresh'; id: string };

const pathnameOf = (path: string) => path.split(/[?#]/)[0];

export function tabsReducer(state: Tabs, action: TabsAction): Tabs {
  switch (action.type) {
    case 'visit':
      return visited(state, action);
    case 'close':
      return closed(state, action.ids);
    case 'change':
      return replaced(state, action.id, action.change);
    case 'refresh': {
      const fresh = (state.tabs.find(({ id }) => id === action.id)?.fresh ?? 0) + 1;
      return replaced(state, action.id, { fresh, title: null, unsaved: 0, runId: null });
    }
  }
}

function visited(
  state: Tabs,
  { path, replace, moves = false, takes = false, single }: Extract<TabsAction, { type: 'visit' }>,
): Tabs {
  const active = state.tabs.find(({ id }) => id === state.activeId);
  const open = state.tabs.find((tab) => tab.path === path);
  if (open !== undefined) {
    return activated(state, open.id);
  }
  if (active !== undefined && replace && (moves || pathnameOf(active.path) === pathnameOf(path))) {
    return replaced(state, active.id, takes ? { path, home: path, title: null } : { path });
  }
  const home = state.tabs.find((tab) => tab.home === path);
  if (home !== undefined) {
    return activated(state, home.id);
  }
  const clock = state.clock + 1;
  const tab: Tab = {
    id: `t${clock}`,
    home: path,
    path,
    title: null,
    unsaved: 0,
    runId: null,
    awake: true,
    usedAt: clock,
    fresh: 0,
  };
  return rested({ tabs: single ? [tab] : [...state.tabs, tab], activeId: tab.id, clock });
}

function activated(state: Tabs, id: string): Tabs {
  const held = state.tabs.find((tab) => tab.id === id);
  if (id === state.activeId && held?.awake === true) {
    return state;
  }
  const clock = state.clock + 1;
  return rested({ ...replaced(state, id, { awake: true, usedAt: clock }), activeId: id, clock });
}

/** Puts the least recently used pages to sleep, but never one with unsaved work. */
function rested(state: Tabs): Tabs {
  const awake = state.tabs.filter((tab) => tab.awake);
  const tooMany = awake.length - awakeMax;
  if (tooMany <= 0) {
    return state;
  }
  const asleep = new Set(
    awake
      .filter((tab) => tab.unsaved === 0 && tab.id !== state.activeId)
      .sort((a, b) => a.usedAt - b.usedAt)
      .slice(0, tooMany)
      .map(({ id }) => id),
  );
  return { ...state, tabs: state.tabs.map((tab) => (asleep.has(tab.id) ? { ...tab, awake: false } : tab)) };
}

/** Closes tabs, but never all of them; if the active one is closed, the last remaining one becomes active. */
function closed(state: Tabs, ids: string[]): Tabs {
  const tabs = state.tabs.filter(({ id }) => !ids.includes(id));
  const last = tabs.at(-1);
  if (last === undefined) {
    return state;
  }
  const left = { ...state, tabs };
  return tabs.some(({ id }) => id === state.activeId) ? left : activated(left, last.id);
}

function replaced(state: Tabs, id: string, change: Partial<Tab>): Tabs {
  const held = state.tabs.find((tab) => tab.id === id);
  if (held === undefined) {
    return state;
  }
  const next = { ...held, ...change };
  const same = (Object.keys(change) as (keyof Tab)[]).every((name) => held[name] === next[name]);
  return same ? state : { ...state, tabs: state.tabs.map((tab) => (tab.id === id ? next : tab)) };
}

/** Returns the other tabs that a menu command applies to. "All" keeps the tab whose menu was used. */
export function tabsBeside(state: Tabs, id: string, side: 'left' | 'right' | 'all'): Tab[] {
  const at = state.tabs.findIndex((tab) => tab.id === id);
  return state.tabs.filter((_, index) =>
    side === 'left' ? index < at : side === 'right' ? index > at : index !== at,
  );
}

/** Serializes what is kept when the window reloads. */
export function tabsToKeep(state: Tabs): string {
  return JSON.stringify(state.tabs.map(({ home, path, title }) => ({ home, path, title })));
}

/** Restores tabs kept by `tabsToKeep`, all asleep until visited; none if the text cannot be parsed. */
export function tabsFromKept(kept: string | null): Tabs {
  const list: unknown = parsed(kept);
  if (!Array.isArray(list)) {
    return noTabs;
  }
  const tabs = list.flatMap((entry: unknown, index): Tab[] =>
    isKept(entry)
      ? [
          {
            ...entry,
            id: `t${index + 1}`,
            unsaved: 0,
            runId: null,
            awake: false,
            usedAt: index + 1,
            fresh: 0,
          },
        ]
      : [],
  );
  return { tabs, activeId: '', clock: list.length };
}

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
}

function isKept(entry: unknown): entry is Pick<Tab, 'home' | 'path' | 'title'> {
  return (
    typeof entry === 'object' &&
    entry !== null &&
    'home' in entry &&
    typeof entry.home === 'string' &&
    'path' in entry &&
    typeof entry.path === 'string' &&
    'title' in entry &&
    (entry.title === null || typeof entry.title === 'string')
  );
}
