import type { NavigationItem } from '@bowerbird/contract/access';
import type { CurrentUser } from '@bowerbird/contract/account';
import { actions, permissions } from '@bowerbird/contract/permissions';
import type { PlatformInfo } from '@bowerbird/contract/platforms';
import type { ProductRow } from '@bowerbird/contract/products';
import type { Run } from '@bowerbird/contract/runs';

export const fakeUser: CurrentUser = {
  id: '01900000-0000-7000-8000-000000000001',
  ownerId: '01900000-0000-7000-8000-000000000002',
  name: '林晓',
  username: 'linxiao',
  email: 'linxiao@chenwu.example',
  avatar: null,
  role: {
    id: 'merchant',
    name: 'merchant',
    permissions: permissions.map((permissionId) => ({
      permissionId,
      actionEntitySet: actions.map((action) => ({ action })),
    })),
  },
};

function item(
  id: string,
  parentId: string,
  path: string,
  component: string,
  meta: NavigationItem['meta'],
  redirect?: string,
): NavigationItem {
  return { id, parentId, name: id, path, component, meta, ...(redirect === undefined ? {} : { redirect }) };
}

export const fakeNavigation: NavigationItem[] = [
  item(
    'dashboard',
    '0',
    '/dashboard',
    'RouteView',
    { title: 'menu.dashboard', icon: 'home', permission: 'dashboard', hideChildren: true },
    '/dashboard/workplace',
  ),
  item('workplace', 'dashboard', '/dashboard/workplace', 'Workplace', {
    title: 'menu.dashboard.workplace',
    permission: 'dashboard',
  }),
  item(
    'collect',
    '0',
    '/collect',
    'RouteView',
    { title: 'menu.collect', icon: 'collect', permission: 'collect' },
    '/collect/product',
  ),
  item('collect-product', 'collect', '/collect/product', 'ProductCollect', {
    title: 'menu.collect.product',
    permission: 'collect',
  }),
  item('collect-category', 'collect', '/collect/category', 'CategoryCollect', {
    title: 'menu.collect.category',
    permission: 'collect',
  }),
  item('collect-results', 'collect', '/collect/results', 'CollectedResults', {
    title: 'menu.collect.results',
    permission: 'collect',
    count: 'unclaimed',
  }),
  item(
    'products',
    '0',
    '/products',
    'RouteView',
    { title: 'menu.products', icon: 'box', permission: 'products' },
    '/products/list',
  ),
  item('products-list', 'products', '/products/list', 'ProductList', {
    title: 'menu.products.list',
    permission: 'products',
  }),
  item('products-export', 'products', '/products/export', 'Export', {
    title: 'menu.products.export',
    permission: 'products',
  }),
  item('product', 'products', '/products/:id', 'ProductDetials', {
    title: 'menu.products.one',
    permission: 'products',
    show: false,
  }),
  item(
    'listing',
    '0',
    '/listing',
    'RouteView',
    { title: 'menu.listing', icon: 'tag', permission: 'listing' },
    '/form/step-form',
  ),
  item('listing-bulk', 'listing', '/form/step-form', 'StepForm', {
    title: 'menu.listing.bulk',
    permission: 'listing',
  }),
  item('stores', 'listing', '/list/card', 'CardList', { title: 'menu.listing.stores', permission: 'stores' }),
  item('runs', '0', '/list/query-list', 'QueryList', {
    title: 'menu.runs',
    icon: 'clock',
    permission: 'runs',
    count: 'running',
  }),
  item('run', '0', '/profile/basic/:id', 'ProfileBasic', {
    title: 'menu.run',
    permission: 'runs',
    show: false,
  }),
];

export const fakePlatforms: PlatformInfo[] = [
  {
    id: 'shopify',
    name: 'Shopify',
    letters: 'Sf',
    hue: '#2C6E3B',
    collects: true,
    lists: true,
    connections: [],
  },
];

const runId = (n: number) => `01900000-0000-7000-8000-00000000010${n}`;

function run(n: number, given: Partial<Run>): Run {
  const now = new Date().toISOString();
  return {
    id: runId(n),
    kind: 'collect',
    state: 'running',
    title: '',
    done: 0,
    total: null,
    failed: 0,
    secondsLeft: null,
    fault: null,
    goesOnAt: null,
    createdBy: '林晓',
    createdAt: now,
    startedAt: now,
    endedAt: null,
    version: 1,
    exportFileId: null,
    ...given,
  };
}

export function fakeRuns(): Run[] {
  const ended = new Date(Date.now() - 120_000).toISOString();
  const started = new Date(Date.now() - 128_000).toISOString();
  return [
    run(1, {
      kind: 'collect',
      title: 'glade-home.example',
      done: 20_147,
      total: 31_480,
      failed: 6,
      secondsLeft: 70,
    }),
    run(2, {
      kind: 'listing',
      title: '秋季上新',
      done: 13_628,
      total: 35_106,
      failed: 65,
      secondsLeft: 10_380,
    }),
    run(3, { kind: 'edit', title: '夏季定价 v3', done: 10_287, total: 11_962, secondsLeft: 2 }),
    run(4, {
      kind: 'listing',
      state: 'held',
      title: 'Aster EU',
      total: 400,
      fault: { code: 'store.daily-cap', params: { store: 'Aster EU', time: '00:00' } },
    }),
    run(5, {
      kind: 'export',
      state: 'complete',
      title: 'Shopify CSV',
      done: 12_408,
      total: 12_408,
      startedAt: started,
      endedAt: ended,
      exportFileId: runId(9),
    }),
    run(6, {
      kind: 'listing',
      state: 'partial',
      title: '夏季清仓',
      done: 3140,
      total: 3140,
      failed: 46,
      startedAt: started,
      endedAt: ended,
    }),
  ];
}

export const fakeProducts: ProductRow[] = Array.from({ length: 5 }, (_, n) => ({
  id: `01900000-0000-7000-8000-00000000020${n}`,
  revision: 1,
  title:
    [
      '北欧圈绒休闲椅',
      '防泼水通勤双肩包 22L',
      '窑变釉手作马克杯 380ml',
      '亚麻罩实木床头台灯',
      '轻量缓震跑步鞋',
    ][n] ?? '',
  status: 'active',
  pictureUrl: null,
  sku: `NR-55${n}0`,
  variantCount: n + 1,
  price: '289.00',
  priceMax: null,
  currency: 'USD',
  margin: 59,
  stock: 46,
  category: null,
  tags: [],
  platform: 'shopify',
  sourceHost: 'glade-home.example',
  listings: [],
  updatedAt: new Date().toISOString(),
}));
