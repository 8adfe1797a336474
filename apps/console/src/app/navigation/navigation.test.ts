import type { NavigationItem } from '@bowerbird/contract/account/access';
import { describe, expect, it } from 'vitest';
import { buildNavigation, menuPlace, routeFor, settledPath, withPages } from './navigation.ts';

const items: NavigationItem[] = [
  {
    id: '1',
    parentId: '0',
    name: 'dashboard',
    path: '/dashboard',
    component: 'RouteView',
    redirect: '/dashboard/workplace',
    meta: { title: 'menu.dashboard', hideChildren: true },
  },
  {
    id: '2',
    parentId: '1',
    name: 'workplace',
    component: 'Workplace',
    meta: { title: 'menu.dashboard.workplace' },
  },
  {
    id: '3',
    parentId: '0',
    name: 'products',
    path: '/products',
    component: 'RouteView',
    meta: { title: 'menu.products' },
  },
  {
    id: '4',
    parentId: '3',
    name: 'list',
    component: 'ProductList',
    meta: { title: 'menu.products.list', permission: 'products' },
  },
  { id: '5', parentId: '3', name: 'export', component: 'Export', meta: { title: 'menu.products.export' } },
  {
    id: '6',
    parentId: '3',
    name: 'product',
    path: '/products/:id',
    component: 'ProductDetials',
    meta: { title: 'menu.products.one', show: false },
  },
  {
    id: '7',
    parentId: '0',
    name: 'listing',
    path: '/listing',
    component: 'RouteView',
    meta: { title: 'menu.listing', icon: 'tag' },
  },
  {
    id: '8',
    parentId: '7',
    name: 'stores',
    path: '//list//card',
    component: 'CardList',
    meta: { title: 'menu.listing.stores' },
  },
  {
    id: '9',
    parentId: '0',
    name: 'runs',
    path: '/list/query-list',
    component: 'QueryList',
    meta: { title: 'menu.runs' },
  },
  {
    id: '10',
    parentId: '0',
    name: 'runs',
    path: '/profile/basic/:id',
    component: 'ProfileBasic',
    meta: { title: 'menu.run', permission: 'runs', show: false },
  },
];
const navigation = buildNavigation(items);

describe('the navigation', () => {
  it('makes a route of each item the server sent, its path from the parent and the key, slashes collapsed [2.routes-from-server] [2.navigation-items]', () => {
    expect(navigation.routes.map(({ path }) => path)).toEqual([
      '/dashboard',
      '/dashboard/workplace',
      '/products',
      '/products/list',
      '/products/export',
      '/products/:id',
      '/listing',
      '/list/card',
      '/list/query-list',
      '/profile/basic/:id',
      '/404',
    ]);
  });

  it('shows groups, turns a group of one into its entry, and hides what is not to be shown [2.hidden-items] [6.server-menu]', () => {
    expect(navigation.menu.map(({ title, path, children }) => [title, path, children.length])).toEqual([
      ['menu.dashboard', '/dashboard/workplace', 0],
      ['menu.products', '/products', 2],
      ['menu.listing.stores', '/list/card', 0],
      ['menu.runs', '/list/query-list', 0],
    ]);
  });

  it('leads the root to the dashboard, follows redirects, and leads unknown paths to /404 [2.root] [2.404] [8.not-found]', () => {
    expect(settledPath(navigation, '/')).toBe('/dashboard/workplace');
    expect(settledPath(navigation, '/products')).toBe('/products/list');
    expect(settledPath(navigation, '/products/list?q=a')).toBe('/products/list?q=a');
    expect(settledPath(navigation, '/nowhere')).toBe('/404');
    expect(routeFor(navigation, '/404')?.component).toBe('Exception404');
  });

  it('leads home to the first page of who has no workplace', () => {
    expect(settledPath(buildNavigation(items.slice(2)), '/')).toBe('/products/list');
  });

  it('prefers the exact route to one with a parameter', () => {
    expect(routeFor(navigation, '/products/export')?.component).toBe('Export');
    expect(routeFor(navigation, '/products/0190')?.component).toBe('ProductDetials');
    expect(routeFor(navigation, '/nowhere')).toBeNull();
  });

  it('marks the entry a hidden page belongs to', () => {
    expect(menuPlace(navigation, '/products/0190')?.entry.title).toBe('menu.products.list');
    expect(menuPlace(navigation, '/profile/basic/0190')?.entry.title).toBe('menu.runs');
  });

  it('marks the entry right before a hidden page, and none for a page that belongs to no entry', () => {
    const page = (name: string, path: string, parentId: string, meta: object = {}): NavigationItem => ({
      id: name,
      parentId,
      name,
      path,
      component: name,
      meta: { title: name, permission: 'collect', ...meta },
    });
    const collecting = buildNavigation([
      page('RouteView', '/collect', '0'),
      page('Collect', '/collect/product', 'RouteView'),
      page('Tasks', '/list/basic-list', 'RouteView'),
      page('NewTask', '/form/basic-form', 'RouteView', { action: 'add', show: false }),
      page('Search', '/list/search', '0', { show: false }),
    ]);
    expect(menuPlace(collecting, '/form/basic-form')?.entry.title).toBe('Tasks');
    expect(menuPlace(collecting, '/list/search')).toBeNull();
  });
});

describe('what an item says of its page', () => {
  const item = (rest: Partial<NavigationItem>): NavigationItem => ({
    id: '1',
    parentId: '0',
    name: 'Workplace',
    path: '/somewhere',
    meta: { title: 'menu.dashboard.workplace' },
    ...rest,
  });
  const hasPage = (name: string) => name === 'Workplace' || name === 'ProductList';

  it('is its component, else the page of its key, else of its name', () => {
    const pages = withPages(
      [item({}), item({ key: 'ProductList' }), item({ key: 'None' }), item({ component: 'CardList' })],
      hasPage,
    );

    expect(pages.map(({ component }) => component)).toEqual([
      'Workplace',
      'ProductList',
      undefined,
      'CardList',
    ]);
  });

  it('is whether its page stands without its head, and whether its entry opens a window of its own', () => {
    const { routes, menu } = buildNavigation([
      item({ component: 'Workplace', meta: { title: 'a', hiddenHeaderContent: true, target: '_blank' } }),
      item({ id: '2', component: 'ProductList', path: '/list' }),
      item({ id: '3', component: 'CardList', path: 'https://help.example/' }),
    ]);

    expect(routes.slice(0, 2).map(({ hiddenHeaderContent }) => hiddenHeaderContent)).toEqual([true, false]);
    expect(menu.map(({ target }) => target)).toEqual(['_blank', null, '_blank']);
  });
});
