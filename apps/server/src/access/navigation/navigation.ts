import type { NavigationItem } from '@bowerbird/contract/account/access';

function item(
  id: string,
  parentId: string,
  rest: Omit<NavigationItem, 'id' | 'parentId' | 'name'>,
): NavigationItem {
  return { id, parentId, name: id, ...rest };
}

/** The navigation of a fresh installation, in menu order. It leaves out what the server cannot do. */
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
  item('collect-merge', 'collect', {
    path: '/collect/merge/:run',
    component: 'Recollect',
    meta: { title: 'menu.collect.merge', permission: 'collect', show: false },
  }),
  item('collect-tasks', 'collect', {
    path: '/list/basic-list',
    component: 'StandardList',
    meta: { title: 'menu.list.basic-list', permission: 'collect' },
  }),
  item('collect-watches', 'collect', {
    path: '/collect/watches',
    component: 'Watches',
    meta: { title: 'menu.collect.watches', permission: 'collect', count: 'alerts' },
  }),
  item('collect-plugin', 'collect', {
    path: '/collect/plugin',
    component: 'PluginDownload',
    meta: { title: 'menu.collect.plugin', permission: 'collect' },
  }),
  item('collect-task', 'collect', {
    path: '/form/basic-form',
    component: 'BasicForm',
    meta: { title: 'menu.form.basic-form', permission: 'collect', action: 'add', show: false },
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
  item('products-bulk', 'products', {
    path: '/products/bulk',
    component: 'BulkEdit',
    meta: { title: 'menu.products.bulk', permission: 'products', action: 'edit', show: false },
  }),
  item('products-grid', 'products', {
    path: '/products/grid',
    component: 'ProductGrid',
    meta: { title: 'menu.products.grid', permission: 'products', action: 'edit', show: false },
  }),
  item('product', 'products', {
    path: '/products/:id',
    component: 'ProductDetials',
    meta: { title: 'menu.products.one', permission: 'products', show: false },
  }),
  item('product-life', 'products', {
    path: '/profile/advanced/:id',
    component: 'ProfileAdvanced',
    meta: { title: 'menu.profile.advanced', permission: 'products', show: false },
  }),
  item('products-import', 'products', {
    path: '/products/import',
    component: 'Import',
    meta: { title: 'menu.products.import', permission: 'products', action: 'import' },
  }),
  item('products-import-one', 'products', {
    path: '/products/import/:id',
    component: 'ImportDetails',
    meta: { title: 'menu.products.import.one', permission: 'products', action: 'import', show: false },
  }),
  item('products-export', 'products', {
    path: '/products/export',
    component: 'Export',
    meta: { title: 'menu.products.export', permission: 'products', action: 'export' },
  }),
  item('edit-rules', 'products', {
    path: '/list/table-list/:pageNo?',
    component: 'TableList',
    meta: { title: 'menu.list.table-list', permission: 'products' },
  }),
  item('edit-rule', 'products', {
    path: '/products/rules/:id',
    component: 'EditRule',
    meta: { title: 'menu.products.rule', permission: 'products', show: false },
  }),
  item('products-bin', 'products', {
    path: '/products/bin',
    component: 'Bin',
    meta: { title: 'menu.products.bin', permission: 'products' },
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
  item('listing-schedules', 'listing', {
    path: '/listing/schedules',
    component: 'ListingSchedules',
    meta: { title: 'menu.listing.schedules', permission: 'listing', show: false },
  }),
  item('listing-copy', 'listing', {
    path: '/listing/copy',
    component: 'CopyShop',
    meta: { title: 'menu.listing.copy', permission: 'listing', action: 'add', show: false },
  }),
  item('listing-copies', 'listing', {
    path: '/listing/copies/:id',
    component: 'CopyRun',
    meta: { title: 'menu.listing.copying', permission: 'listing', show: false },
  }),
  item('listing-states', 'listing', {
    path: '/listing/state',
    component: 'ListingState',
    meta: { title: 'menu.listing.state', permission: 'listing' },
  }),
  item('listing-drift', 'listing', {
    path: '/listing/drift',
    component: 'Drift',
    meta: { title: 'menu.listing.drift', permission: 'listing', count: 'drift' },
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

  item('insights', '0', {
    path: '/insights',
    component: 'RouteView',
    redirect: '/dashboard/analysis',
    meta: { title: 'menu.insights', icon: 'bars', permission: 'dashboard', section: 'main' },
  }),
  item('analysis', 'insights', {
    path: '/dashboard/analysis',
    component: 'Analysis',
    meta: { title: 'menu.dashboard.analysis', permission: 'dashboard' },
  }),
  item('monitor', 'insights', {
    path: '/dashboard/monitor',
    component: 'Monitor',
    meta: { title: 'menu.dashboard.monitor', permission: 'dashboard' },
  }),
  item('prices', 'insights', {
    path: '/dashboard/prices',
    component: 'Prices',
    meta: { title: 'menu.dashboard.prices', permission: 'account', show: false },
  }),
  item('pay-info', 'insights', {
    path: '/dashboard/pay-info',
    component: 'PayInfo',
    meta: { title: 'menu.dashboard.pay-info', permission: 'account', show: false },
  }),

  item('team', '0', {
    path: '/other',
    component: 'RouteView',
    redirect: '/other/list/user-list',
    meta: { title: 'menu.team', icon: 'people', permission: 'dashboard', section: 'foot' },
  }),
  item('user-list', 'team', {
    path: '/other/list/user-list',
    component: 'UserList',
    meta: { title: 'menu.team.users', permission: 'user' },
  }),
  item('role-list', 'team', {
    path: '/other/list/role-list',
    component: 'RoleList',
    meta: { title: 'menu.team.roles', permission: 'role' },
  }),
  item('permission-list', 'team', {
    path: '/other/list/permission-list',
    component: 'PermissionList',
    meta: { title: 'menu.team.permissions', permission: 'permission' },
  }),
  item('tree-list', 'team', {
    path: '/other/list/tree-list',
    component: 'TreeList',
    meta: { title: 'menu.team.organisation', permission: 'organisation' },
  }),
  item('team-projects', 'team', {
    path: '/form/advanced-form',
    component: 'AdvanceForm',
    meta: { title: 'menu.form.advanced-form', permission: 'organisation' },
  }),
  item('navigation-editor', 'team', {
    path: '/other/navigation',
    component: 'NavigationEditor',
    meta: { title: 'menu.team.navigation', permission: 'navigation' },
  }),

  item('system', '0', {
    path: '/system',
    component: 'RouteView',
    redirect: '/system/articles',
    meta: { title: 'menu.system', icon: 'gear', permission: 'dashboard', section: 'foot' },
  }),
  item('articles', 'system', {
    path: '/system/articles',
    component: 'Articles',
    meta: { title: 'menu.system.articles', permission: 'news', action: 'edit' },
  }),
  item('article-edit', 'system', {
    path: '/system/articles/:id',
    component: 'ArticleEdit',
    meta: { title: 'menu.system.article-edit', permission: 'news', action: 'edit', show: false },
  }),
  item('workplace-config', 'system', {
    path: '/system/workplace',
    component: 'WorkplaceConfig',
    meta: { title: 'menu.system.workplace', permission: 'support' },
  }),
  item('orders', 'system', {
    path: '/system/orders',
    component: 'Orders',
    meta: { title: 'menu.system.orders', permission: 'support' },
  }),
  item('bench', 'system', {
    path: '/system/test-work',
    component: 'TestWork',
    meta: { title: 'menu.system.bench', permission: 'support' },
  }),
  item('audit', 'system', {
    path: '/system/audit',
    component: 'AuditLog',
    meta: { title: 'menu.system.audit', permission: 'user' },
  }),
  item('outbox', 'system', {
    path: '/system/outbox',
    component: 'Outbox',
    meta: { title: 'menu.system.outbox', permission: 'support' },
  }),
  item('status', 'system', {
    path: '/system/status',
    component: 'SystemStatus',
    meta: { title: 'menu.system.status', permission: 'support' },
  }),

  item('news', '0', {
    path: '/news',
    component: 'News',
    meta: { title: 'menu.news', permission: 'news', show: false },
  }),
  item('article', '0', {
    path: '/news/:id',
    component: 'ArticleDetails',
    meta: { title: 'menu.news.one', permission: 'news', show: false },
  }),

  item('account-center', '0', {
    path: '/account/center',
    component: 'AccountCenter',
    meta: { title: 'menu.account.center', permission: 'account', show: false },
  }),
  item('account-settings', '0', {
    path: '/account/settings',
    component: 'AccountSettings',
    redirect: '/account/settings/basic',
    meta: { title: 'menu.account.settings', permission: 'account', show: false },
  }),
  ...(['basic', 'security', 'custom', 'binding', 'notification'] as const).map((part) =>
    item(`account-settings-${part}`, 'account-settings', {
      path: `/account/settings/${part}`,
      component: 'AccountSettings',
      meta: { title: `account.settings.menuMap.${part}`, permission: 'account', show: false },
    }),
  ),

  item('search', '0', {
    path: '/list/search',
    component: 'SearchLayout',
    redirect: '/list/search/article',
    meta: { title: 'menu.list.search-list', permission: 'dashboard', show: false },
  }),
  ...(['article', 'project', 'application'] as const).map((part) =>
    item(`search-${part}`, 'search', {
      path: `/list/search/${part}`,
      component: 'SearchLayout',
      meta: { title: `menu.list.search-list.${part}s`, permission: 'dashboard', show: false },
    }),
  ),

  item('result-success', '0', {
    path: '/result/success',
    component: 'ResultSuccess',
    meta: {
      title: 'menu.result.success',
      permission: 'dashboard',
      show: false,
      hiddenHeaderContent: true,
    },
  }),
  item('result-fail', '0', {
    path: '/result/fail',
    component: 'ResultFail',
    meta: { title: 'menu.result.fail', permission: 'dashboard', show: false, hiddenHeaderContent: true },
  }),
  ...(['403', '404', '500'] as const).map((status) =>
    item(`exception-${status}`, '0', {
      path: `/exception/${status}`,
      component: `Exception${status}`,
      meta: { title: `menu.exception.${status}`, permission: 'dashboard', show: false },
    }),
  ),
];
