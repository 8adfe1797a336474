import type { NavigationItem } from '@bowerbird/contract/account/access';
import { expect, it } from 'vitest';
import { buildNavigation, menuPlace, routeFor, settledPath } from './navigation.ts';

const screen = (name: string, component: string, rest: object = {}): NavigationItem => ({
  id: `platform-shopify-${name}`,
  parentId: 'platform-shopify',
  name,
  path: `/platform/shopify/${name}`,
  component,
  meta: { title: `menu.platform.${name}`, permission: 'products', ...rest },
});
const items: NavigationItem[] = [
  {
    id: 'list',
    parentId: '0',
    name: 'list',
    path: '/products/list',
    component: 'ProductList',
    meta: { title: 'menu.products.list', permission: 'products' },
  },
  {
    id: 'platform-shopify',
    parentId: '0',
    name: 'platform-shopify',
    path: '/platform/shopify',
    component: 'RouteView',
    redirect: '/platform/shopify/product-collect',
    meta: { title: 'Shopify', hideChildren: true, section: 'platforms' },
  },
  screen('product-collect', 'ProductCollect'),
  screen('list', 'ProductList'),
  { ...screen('details', 'ProductDetials', { show: false }), path: '/platform/shopify/details/:id' },
];
const navigation = buildNavigation(items);

it('makes one menu entry of a platform, and routes of its pages that know their platform', () => {
  expect(navigation.menu.map(({ title, path, children }) => [title, path, children.length])).toEqual([
    ['menu.products.list', '/products/list', 0],
    ['Shopify', '/platform/shopify/product-collect', 0],
  ]);
  expect(settledPath(navigation, '/platform/shopify')).toBe('/platform/shopify/product-collect');
  expect(routeFor(navigation, '/platform/shopify/list')?.platform).toEqual({
    id: 'shopify',
    name: 'Shopify',
  });
  expect(routeFor(navigation, '/products/list')?.platform).toBeNull();
});

it('marks the platform in the menu on each of its pages, those of one thing too', () => {
  const marked = ['/platform/shopify/list', '/platform/shopify/details/7', '/products/list'].map(
    (path) => menuPlace(navigation, path)?.entry.id,
  );

  expect(marked).toEqual(['platform-shopify', 'platform-shopify', 'list']);
});
