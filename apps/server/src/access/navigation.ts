import type { NavigationItem } from '@bowerbird/contract/access';

function item(
  id: string,
  parentId: string,
  rest: Omit<NavigationItem, 'id' | 'parentId' | 'name'>,
): NavigationItem {
  return { id, parentId, name: id, ...rest };
}

/** The navigation a fresh installation begins with, in menu order. What the server cannot do is not in it. */
export const firstNavigation: NavigationItem[] = [
  item('dashboard', '0', {
    path: '/dashboard',
    component: 'RouteView',
    redirect: '/dashboard/workplace',
    meta: {
      title: 'menu.dashboard',
      icon: 'home',
      permission: 'dashboard',
      hideChildren: true,
      section: 'main',
    },
  }),
  item('workplace', 'dashboard', {
    path: '/dashboard/workplace',
    component: 'Workplace',
    meta: { title: 'menu.dashboard.workplace', icon: 'home', permission: 'dashboard' },
  }),

  item('collect', '0', {
    path: '/collect',
    component: 'RouteView',
    redirect: '/collect/product',
    meta: { title: 'menu.collect', icon: 'collect', permission: 'collect', section: 'main' },
  }),
  item('collect-product', 'collect', {
    path: '/collect/product',
    component: 'ProductCollect',
    meta: { title: 'menu.collect.product', permission: 'collect' },
  }),
  item('collect-category', 'collect', {
    path: '/collect/category',
    component: 'CategoryCollect',
    meta: { title: 'menu.collect.category', permission: 'collect' },
  }),
  item('collect-results', 'collect', {
    path: '/collect/results',
    component: 'CollectedResults',
    meta: { title: 'menu.collect.results', permission: 'collect', count: 'unclaimed' },
  }),
  item('collect-result', 'collect', {
    path: '/collect/results/:id',
    component: 'CollectedProductDetials',
    meta: { title: 'menu.collect.result', permission: 'collect', show: false },
  }),

  item('products', '0', {
    path: '/products',
    component: 'RouteView',
    redirect: '/products/list',
    meta: { title: 'menu.products', icon: 'box', permission: 'products', section: 'main' },
  }),
  item('products-list', 'products', {
    path: '/products/list',
    component: 'ProductList',
    meta: { title: 'menu.products.list', permission: 'products' },
  }),
  item('products-export', 'products', {
    path: '/products/export',
    component: 'Export',
    meta: { title: 'menu.products.export', permission: 'products' },
  }),
  item('product', 'products', {
    path: '/products/:id',
    component: 'ProductDetials',
    meta: { title: 'menu.products.one', permission: 'products', show: false },
  }),

  item('listing', '0', {
    path: '/listing',
    component: 'RouteView',
    redirect: '/form/step-form',
    meta: { title: 'menu.listing', icon: 'tag', permission: 'listing', section: 'main' },
  }),
  item('listing-bulk', 'listing', {
    path: '/form/step-form',
    component: 'StepForm',
    meta: { title: 'menu.listing.bulk', permission: 'listing' },
  }),
  item('stores', 'listing', {
    path: '/list/card',
    component: 'CardList',
    meta: { title: 'menu.listing.stores', permission: 'stores' },
  }),

  item('runs', '0', {
    path: '/list/query-list',
    component: 'QueryList',
    meta: { title: 'menu.runs', icon: 'clock', permission: 'runs', count: 'running', section: 'main' },
  }),
  item('run', '0', {
    path: '/profile/basic/:id',
    component: 'ProfileBasic',
    meta: { title: 'menu.run', permission: 'runs', show: false },
  }),
];
