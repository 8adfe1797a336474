// @vitest-environment happy-dom
import type { NavigationItem } from '@bowerbird/contract/account/access';
import { act, Suspense, use } from 'react';
import type { Root } from 'react-dom/client';
import { createRoot } from 'react-dom/client';
import { BrowserRouter, useLocation } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { showLanguage } from '../../lib/text/language.ts';
import { buildNavigation } from './navigation.ts';
import { NavigationContext } from './navigation-context.ts';
import { SideMenu } from './side-menu.tsx';

vi.mock('./platform-menu.tsx', () => ({ PlatformMenu: () => null }));
vi.mock('./use-menu-counts.ts', () => ({
  useMenuCounts: () => ({ unclaimed: 0, running: 0, alerts: 0, drift: 0 }),
}));

const item = (id: string, parentId: string, title: string, path: string): NavigationItem => ({
  id,
  parentId,
  name: id,
  path,
  meta: { title },
  ...(parentId === '0' ? {} : { component: 'Page' }),
});
const navigation = buildNavigation([
  item('1', '0', 'menu.products', '/products'),
  item('11', '1', 'menu.products.list', '/products/all'),
  item('12', '1', 'menu.products.images', '/products/images'),
  item('2', '0', 'menu.listing', '/list'),
  item('21', '2', 'menu.runs', '/list/query-list'),
  item('22', '2', 'menu.stores', '/list/card'),
]);

let root: Root;
let loaded: PromiseWithResolvers<void>;

/** A page whose script is still loading. */
function Page() {
  const { pathname } = useLocation();
  if (pathname === '/products/all') {
    use(loaded.promise);
  }
  return <main>{pathname}</main>;
}

const click = (element: Element | undefined) =>
  act(async () => element?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true })));
const groups = () => [...document.querySelectorAll('button[aria-expanded]')];
const open = () => groups().map((group) => group.getAttribute('aria-expanded') === 'true');
const link = (path: string) => document.querySelector(`a[href="${path}"]`) ?? undefined;
const shown = () => document.querySelector('main')?.textContent;

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  loaded = Promise.withResolvers();
  await showLanguage('en-US');
  history.replaceState(null, '', '/list/query-list');
  root = createRoot(document.body.appendChild(document.createElement('div')));
  await act(async () =>
    root.render(
      <BrowserRouter>
        <NavigationContext value={navigation}>
          <SideMenu folded={false} />
          <Suspense fallback="…">
            <Page />
          </Suspense>
        </NavigationContext>
      </BrowserRouter>,
    ),
  );
});

afterEach(() => {
  act(() => root.unmount());
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

it('a group opened while a page still loads stays open as the page appears', async () => {
  await click(groups()[0]);
  await click(link('/products/all'));
  expect(shown()).toBe('/list/query-list');

  await click(groups()[1]);
  expect(open()).toEqual([false, true]);
  await act(async () => loaded.resolve());

  expect(shown()).toBe('/products/all');
  expect(open()).toEqual([false, true]);
});

it('going somewhere opens the group of that place, and no other', async () => {
  await click(groups()[0]);
  expect(open()).toEqual([true, false]);
  loaded.resolve();
  await click(link('/products/all'));
  await click(groups()[1]);
  await click(link('/list/card'));
  expect(open()).toEqual([false, true]);

  await act(async () => history.back());
  await vi.waitFor(() => expect(shown()).toBe('/products/all'));
  expect(open()).toEqual([true, false]);
});
