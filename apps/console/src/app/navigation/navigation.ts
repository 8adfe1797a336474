import type { NavigationItem } from '@bowerbird/contract/account/access';
import type { Permission } from '@bowerbird/contract/permissions';
import { permissions } from '@bowerbird/contract/permissions';
import { matchRoutes } from 'react-router';

/** One route of the console, created from a navigation item. */
export interface RouteEntry {
  id: string;
  path: string;
  component: string | null;
  redirect: string | null;
  /** A text key. */
  title: string;
  permission: Permission | null;
  /** The platform whose group it belongs to: its name, or a text key. */
  platform: { id: string; name: string } | null;
  /** The page is shown without its page header. */
  hiddenHeaderContent: boolean;
  /** For a page that the menu does not show: the entry it belongs to. */
  entryId: string | null;
}

/** One entry of the side menu. */
export interface MenuEntry {
  id: string;
  /** Target of a click; starts with http for another site. */
  path: string;
  /** `_blank`: opens in a window of its own. */
  target: string | null;
  title: string;
  icon: string | null;
  section: 'main' | 'platforms' | 'foot';
  count: 'unclaimed' | 'running' | 'alerts' | 'drift' | null;
  permission: string;
  children: MenuEntry[];
}

export interface Navigation {
  routes: RouteEntry[];
  menu: MenuEntry[];
}

const outlets = new Set(['RouteView', 'BasicLayout', 'BlankLayout', 'PageView']);

/** Route of every unknown path; always present, whatever the server sent. */
const notFound: RouteEntry = {
  id: 'not-found',
  path: '/404',
  component: 'Exception404',
  redirect: null,
  title: 'menu.exception.404',
  permission: null,
  hiddenHeaderContent: false,
  platform: null,
  entryId: null,
};

/**
 * Returns the same items with the page that each one shows: its component, else the page named by its key, or by its
 * name if it has no key. `hasPage` reports whether a page of that name exists.
 */
export function withPages(items: NavigationItem[], hasPage: (name: string) => boolean): NavigationItem[] {
  return items.map((item) => {
    const named = item.key ?? item.name;
    return item.component === undefined && hasPage(named) ? { ...item, component: named } : item;
  });
}

/** Builds the routes and the menu from the server's flat list, which is in menu order. */
export function buildNavigation(items: NavigationItem[]): Navigation {
  const byParent = Map.groupBy(items, (item) => item.parentId);
  const routes: RouteEntry[] = [];

  const walk = (
    item: NavigationItem,
    parentPath: string,
    platform: RouteEntry['platform'],
  ): MenuEntry | null => {
    const path = pathOf(item, parentPath);
    if (!path.startsWith('http')) {
      const entryId = item.meta.show === false ? entryBefore(item, byParent.get(item.parentId) ?? []) : null;
      routes.push({ ...routeOf(item, path), platform, entryId });
    }
    const of = item.meta.section === 'platforms' ? platformOf(item, path) : platform;
    const children = (byParent.get(item.id) ?? []).flatMap((child) => walk(child, path, of) ?? []);
    return item.meta.show === false ? null : entryOf(item, path, children);
  };

  const menu = (byParent.get('0') ?? []).flatMap((item) => walk(item, '', null) ?? []);
  return { routes: [...routes, notFound], menu };
}

function pathOf(item: NavigationItem, parentPath: string): string {
  const path = item.path ?? `${parentPath}/${item.key ?? item.name}`;
  return path.startsWith('http') ? path : `/${path}`.replace(/\/{2,}/g, '/');
}

/** Returns the platform of a group, whose path is `/platform/<id>`. */
function platformOf(item: NavigationItem, path: string): RouteEntry['platform'] {
  return { id: path.split('/').at(-1) ?? '', name: titleOf(item, path) };
}

/**
 * Returns an item's title. A platform has its own name in every language; the group of shops without a known platform
 * has a text key instead.
 */
function titleOf({ meta }: NavigationItem, path: string): string {
  return meta.section === 'platforms' && path.endsWith('/unknown') ? 'platforms.name.unknown' : meta.title;
}

/** Returns the nearest entry before a hidden page that everyone who can see the page can see too. */
function entryBefore(item: NavigationItem, siblings: NavigationItem[]): string | null {
  const entry = siblings
    .slice(0, siblings.indexOf(item))
    .findLast(
      (before) =>
        before.meta.show !== false &&
        before.meta.action === undefined &&
        permissionOf(before) === permissionOf(item),
    );
  return entry?.id ?? null;
}

const permissionOf = ({ meta, name }: NavigationItem) => meta.permission ?? name;

function routeOf(item: NavigationItem, path: string): Omit<RouteEntry, 'platform' | 'entryId'> {
  const component = item.component ?? item.key ?? null;
  const named = permissionOf(item);
  return {
    id: item.id,
    path,
    component: component !== null && outlets.has(component) ? null : component,
    redirect: item.redirect ?? null,
    title: item.meta.title,
    permission: permissions.find((permission) => permission === named) ?? null,
    hiddenHeaderContent: item.meta.hiddenHeaderContent === true,
  };
}

/**
 * Returns the menu entry of an item. A group with one visible child becomes that child; a group that hides its children
 * has no sub-entries.
 */
function entryOf(item: NavigationItem, path: string, children: MenuEntry[]): MenuEntry | null {
  const entry: MenuEntry = {
    id: item.id,
    // A value that may be left out of the address is.
    path: path.replace(/\/:\w+\?$/, ''),
    target: item.meta.target ?? (path.startsWith('http') ? '_blank' : null),
    title: titleOf(item, path),
    icon: item.meta.icon ?? null,
    section: item.meta.section ?? 'main',
    count: item.meta.count ?? null,
    permission: permissionOf(item),
    children: [],
  };
  const isGroup = item.component === undefined || outlets.has(item.component);
  if (!isGroup) {
    return entry;
  }
  if (item.meta.hideChildren === true) {
    return { ...entry, path: item.redirect ?? path };
  }
  const [only, ...others] = children;
  if (only === undefined) {
    return null;
  }
  return others.length === 0
    ? { ...only, icon: entry.icon ?? only.icon, section: entry.section }
    : { ...entry, children };
}

/** Returns the route of a path; the most specific one wins. */
export function routeFor(navigation: Navigation, path: string): RouteEntry | null {
  const [pathname = path] = path.split(/[?#]/);
  const found = matchRoutes(
    navigation.routes.map((route) => ({ id: route.id, path: route.path })),
    pathname,
  );
  const id = found?.at(-1)?.route.id;
  return navigation.routes.find((route) => route.id === id) ?? null;
}

/** Returns where a path leads after all redirects: the same path if no redirect applies, `/404` if no route matches. */
export function settledPath(navigation: Navigation, path: string): string {
  let settled = path === '/' ? '/dashboard' : path;
  for (let step = 0; step < 5; step += 1) {
    const route = routeFor(navigation, settled);
    if (route === null) {
      return (path === '/' ? firstPath(navigation.menu) : null) ?? notFound.path;
    }
    const next = route.redirect ?? (route.component === null ? firstChildPath(navigation, route) : null);
    if (next === null || next === settled) {
      return settled;
    }
    settled = next;
  }
  return settled;
}

function firstPath(menu: MenuEntry[]): string | null {
  const [first] = menu;
  return first === undefined ? null : (first.children[0]?.path ?? first.path);
}

function firstChildPath(navigation: Navigation, route: RouteEntry): string | null {
  const group = navigation.menu.find((entry) => entry.id === route.id);
  return group?.children[0]?.path ?? null;
}

export interface MenuPlace {
  group: MenuEntry | null;
  entry: MenuEntry;
}

/**
 * Returns the menu entry, and its group, that a path belongs to. A hidden page belongs to the entry that its path
 * begins with, else to the one before it in the server's order.
 */
export function menuPlace(navigation: Navigation, path: string): MenuPlace | null {
  const [pathname = path] = path.split(/[?#]/);
  const places = placesOf(navigation.menu);
  const exact = places.find(({ entry }) => entry.path === pathname);
  if (exact !== undefined) {
    return exact;
  }
  const { platform, entryId } = routeFor(navigation, pathname) ?? {};
  if (platform) {
    return places.find(({ entry }) => entry.path.startsWith(`/platform/${platform.id}/`)) ?? null;
  }
  const near = places
    .filter(({ entry }) => pathname.startsWith(`${entry.path}/`))
    .sort((a, b) => b.entry.path.length - a.entry.path.length);
  const sameGroup = places.find(({ group }) => group !== null && pathname.startsWith(`${group.path}/`));
  return near[0] ?? places.find(({ entry }) => entry.id === entryId) ?? sameGroup ?? null;
}

/** Returns every menu entry that has a target, with its group. */
export function placesOf(menu: MenuEntry[]): MenuPlace[] {
  return menu.flatMap((top): MenuPlace[] =>
    top.children.length === 0
      ? [{ group: null, entry: top }]
      : top.children.map((entry) => ({ group: top, entry })),
  );
}
