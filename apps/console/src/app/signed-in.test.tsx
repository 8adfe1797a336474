// @vitest-environment happy-dom
import type { NavigationItem } from '@bowerbird/contract/account/access';
import { getNavigation } from '@bowerbird/contract/account/access';
import type { CurrentUser } from '@bowerbird/contract/account/account';
import { getUser, logout } from '@bowerbird/contract/account/account';
import { listPlatforms } from '@bowerbird/contract/collect/platforms';
import { apiBase } from '@bowerbird/contract/route';
import { listCurrentRuns } from '@bowerbird/contract/runs';
import { getConsoleSettings, ownPages } from '@bowerbird/contract/system/console-settings';
import { countUnread } from '@bowerbird/contract/system/notifications';
import { act } from 'react';
import type { Root } from 'react-dom/client';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { keepToken, readToken } from '../lib/person/token.ts';
import { forgetPerson } from '../lib/person/window-person.ts';
import { showLanguage } from '../lib/text/language.ts';
import { button, FakeApi, press, says, settled } from '../testing/signed-in-page.tsx';
import { Console } from './console.tsx';

vi.mock('../features/account/guest/login-page.tsx', () => ({ default: () => 'the login page' }));

const user: CurrentUser = {
  id: '0199aaaa-0000-7000-8000-000000000001',
  ownerId: '0199aaaa-0000-7000-8000-000000000002',
  name: '林晓',
  username: 'demo',
  email: 'demo@bowerbird.localhost',
  avatar: null,
  role: {
    id: 'merchant',
    name: 'merchant',
    describe: '',
    status: 1,
    creatorId: 'system',
    createTime: 0,
    deleted: 0,
    permissions: [{ permissionId: 'account', actionEntitySet: [{ action: 'get' }] }],
  },
};
const exception = (status: string): NavigationItem => ({
  id: status,
  parentId: '0',
  name: status,
  path: `/exception/${status}`,
  component: `Exception${status}`,
  meta: { title: `menu.exception.${status}` },
});
const items = [
  exception('403'),
  exception('500'),
  {
    ...exception('404'),
    id: 'settings',
    path: '/account/settings',
    component: 'AccountSettings',
    meta: { title: 'menu.account.settings', show: false },
  },
];

let api: FakeApi;
let root: Root;
/** Refusals that the server responds with, by path. */
let refusals: Map<string, { status: number; body: object }>;
const reload = vi.fn();

async function open(path: string) {
  history.replaceState(null, '', path);
  root = createRoot(document.body.appendChild(document.createElement('div')));
  await act(async () => root.render(<Console />));
}
const address = () => `${location.pathname}${location.search}`;
const refuse = (path: string, status: number, body: object = {}) =>
  refusals.set(path, { status, body: { code: 'unexpected', message: '', params: {}, ...body } });

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.stubGlobal(
    'EventSource',
    class extends EventTarget {
      readonly readyState = 1;
      close() {}
    },
  );
  refusals = new Map();
  api = new FakeApi();
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const refusal = refusals.get(String(input).slice(apiBase.length));
    return refusal === undefined
      ? api.fetch(input, init)
      : Response.json(refusal.body, { status: refusal.status });
  });
  vi.spyOn(location, 'reload').mockImplementation(reload);
  api.answer(getUser, user);
  api.answer(getNavigation, items);
  api.answer(getConsoleSettings, {
    provider: 'Aster Tools',
    links: { ...ownPages, provider: 'https://aster.example', contact: 'mailto:care@aster.example' },
    signInMethods: ['password', 'mobile'],
    legalVersions: { privacy: 'v1', terms: 'v1' },
  });
  api.answer(countUnread, { unread: 0 });
  api.answer(listPlatforms, []);
  api.answer(listCurrentRuns, []);
  api.answer(logout, { signedOut: true });
  await showLanguage('en-US');
  keepToken('t-1', true);
});
afterEach(async () => {
  await act(async () => root.unmount());
  document.body.replaceChildren();
  // State after the reload, which is only counted here: the window is no longer about to reload.
  forgetPerson();
  reload.mockReset();
  vi.restoreAllMocks();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('the signed-in console', () => {
  it('asks who it is, then for the navigation, and makes its routes of it [4.first-navigation]', async () => {
    await open('/exception/403');
    await says('Sorry, you don’t have access to this page');

    const requested = api.requested.map(({ call }) => call);
    expect(requested.indexOf('GET /user/get-user')).toBeGreaterThanOrEqual(0);
    expect(requested.indexOf('GET /user/nav')).toBeGreaterThan(requested.indexOf('GET /user/get-user'));
  });

  it('has menu, refresh hint, tabs, the person, languages and footer links around the page [1.page-title] [1.footer] [2.main-layout]', async () => {
    await open('/exception/403');
    await says('林晓');

    expect(document.querySelector('nav[aria-label="Main menu"]')?.textContent).toContain('No access');
    expect(button('Refresh the page')).toBeTruthy();
    expect(document.querySelectorAll('[role="tab"]')).toHaveLength(1);
    expect(button('Languages')).toBeTruthy();
    await says('About');
    const links = [...document.querySelectorAll<HTMLAnchorElement>('.foot-links a')];
    expect(links.map((link) => [link.textContent, link.getAttribute('href'), link.target])).toEqual([
      ['Aster Tools', 'https://aster.example', '_blank'],
      ['About', '/about', '_blank'],
      ['Contact', 'mailto:care@aster.example', ''],
      ['Help', '/help', '_blank'],
      ['Tutorials', '/tutorials', '_blank'],
    ]);
    await press(document.querySelector<HTMLElement>('.head-user') ?? document.body);
    await says('Account Settings');
    await says('Logout');
    expect(document.title).toBe('No access - Bowerbird');
  });

  it('offers the settings drawer to who develops it, and changes the look at once [9.drawer]', async () => {
    await open('/exception/403');
    await says('林晓');
    await settled(() => void button('Open page style settings'));
    await press(button('Open page style settings'));
    await says('Navigation Mode');
    const top = [...document.querySelectorAll<HTMLElement>('.ant-segmented-item-input')].find(
      (input) => input.parentElement?.textContent === 'Top Menu Layout',
    );
    await press(top ?? document.body);

    expect(localStorage.getItem('layout')).toBe('topmenu');
    expect(localStorage.getItem('content_width')).toBe('Fixed');
    expect(document.querySelector('.top-menu')?.textContent).toContain('No access');
    expect(document.querySelector('.side')).toBeNull();
    localStorage.clear();
  });

  it.each(['a right click', 'Shift F10'])(
    'closes tabs by the menu that %s opens: each entry its own side [2.tab-menu]',
    async (by) => {
      await open('/exception/403');
      await says('林晓');
      const [tab] = document.querySelectorAll<HTMLElement>('[role="tab"]');
      const event =
        by === 'Shift F10'
          ? new KeyboardEvent('keydown', { key: 'F10', shiftKey: true, bubbles: true })
          : new MouseEvent('contextmenu', { bubbles: true });
      await act(async () => void tab?.dispatchEvent(event));
      await says('Close');

      const entries = [...document.querySelectorAll<HTMLElement>('[role="menuitem"]')];
      expect(entries.map(({ textContent }) => textContent)).toEqual([
        'Close current tab',
        'Close to the right',
        'Close to the left',
        'Close all',
      ]);
      await press(entries[0] ?? document.body);
      await says('This is the last tab, it cannot be closed');
      await press(entries[1] ?? document.body);
      await says('There is no tab on the right');
      await press(entries[2] ?? document.body);
      await says('There is no tab on the left');
    },
  );

  it('shows pages for no right, no such page and a failed server [2.exception-pages.403] [2.exception-pages.404] [2.exception-pages.500] [8.exceptions]', async () => {
    await open('/exception/403');
    await says('Sorry, you don’t have access to this page');
    await act(async () => history.pushState(null, '', '/exception/500'));
    await act(async () => void dispatchEvent(new PopStateEvent('popstate')));
    await says('Sorry, the server is reporting an error');
    await act(async () => history.pushState(null, '', '/no/such/page'));
    await act(async () => void dispatchEvent(new PopStateEvent('popstate')));
    await says('Sorry, the page you visited does not exist');

    expect(address()).toBe('/404');
  });

  it('asks before signing out, informs the server, and goes to the login page [4.logout] [asvs 7.4.4]', async () => {
    await open('/exception/403');
    await says('林晓');
    await press(document.querySelector<HTMLElement>('.head-user') ?? document.body);
    const entry = [...document.querySelectorAll<HTMLElement>('[role="menuitem"]')].find(
      ({ textContent }) => textContent === 'Logout',
    );
    await press(entry ?? document.body);
    await says('Message');
    await says('Are you sure you would like to logout?');
    expect(api.bodiesOf(logout)).toHaveLength(0);
    await press(button('OK'));

    await says('the login page');
    expect(address()).toBe('/user/login');
    expect(api.bodiesOf(logout)).toHaveLength(1);
    expect(readToken()).toBeNull();
  });

  it('says so when it cannot learn who it is, signs out and remembers where to [4.user-info-failure] [8.user-info]', async () => {
    refuse('/user/get-user', 500);
    await open('/exception/403?from=here');
    await says('request for user information failed, please retry');
    await says('Error');
    await says('the login page');

    expect(address()).toBe('/user/login?redirect=%2Fexception%2F403%3Ffrom%3Dhere');
    expect(readToken()).toBeNull();
  });

  it('lets nobody in whose role has no permissions: roles must be a non-null array [4.roles-not-empty]', async () => {
    api.answer(getUser, { ...user, role: { ...user.role, permissions: [] } });
    await open('/exception/403');
    await says('request for user information failed, please retry');

    await says('the login page');
    expect(location.pathname).toBe('/user/login');
    expect(api.requested.map(({ call }) => call)).not.toContain('GET /user/nav');
  });

  it('signs out on a 401 and reloads after 1.5 seconds [4.unauthorized] [8.unauthorized] [9.times]', async () => {
    await open('/exception/403');
    await says('林晓');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    refuse('/notifications?limit=15', 401, { code: 'auth.required', result: { isLogin: false } });
    await act(async () => button('Notifications').click());
    await act(async () => vi.advanceTimersByTimeAsync(100));

    expect(document.body.textContent).toContain('Unauthorized');
    expect(document.body.textContent).toContain('Authorization verification failed');
    expect(readToken()).toBeNull();
    expect(reload).not.toHaveBeenCalled();
    await act(async () => vi.advanceTimersByTimeAsync(1500));
    expect(reload).toHaveBeenCalledOnce();
  });

  it('shows the words of a refusal for want of a right under Forbidden [8.forbidden]', async () => {
    await open('/exception/403');
    await says('林晓');
    refuse('/notifications?limit=15', 403, {
      code: 'permission.missing',
      message: 'You may not do this, says the server.',
    });
    await press(button('Notifications'));

    await says('Forbidden');
    await says('You may not do this, says the server.');
    expect(readToken()).toBe('t-1');
  });
});
