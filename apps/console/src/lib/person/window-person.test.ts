// @vitest-environment happy-dom
import { getUser } from '@bowerbird/contract/account/account';
import { actions, permissions } from '@bowerbird/contract/permissions';
import { listCurrentRuns } from '@bowerbird/contract/runs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeApi } from '../../testing/signed-in-page.tsx';
import { call } from '../api/call.ts';
import { readSetting, writeSetting } from '../kept/settings.ts';
import { dropToken, keepToken, readToken } from './token.ts';
import {
  beginPerson,
  forgetPerson,
  isLeaving,
  keepInWindow,
  keptInWindow,
  leaveWindow,
  readLeftSession,
  setUnsavedTabs,
} from './window-person.ts';

const anna = '0199aaaa-0000-7000-8000-00000000000a';
const ben = '0199aaaa-0000-7000-8000-00000000000b';
const person = (id: string) => ({
  id,
  ownerId: id,
  name: 'x',
  username: 'x',
  email: 'x@bowerbird.localhost',
  avatar: null,
  role: {
    id: 'merchant',
    name: 'merchant',
    describe: '',
    status: 1,
    creatorId: 'system',
    createTime: 0,
    deleted: 0,
    permissions: permissions.map((permissionId) => ({
      permissionId,
      actionEntitySet: actions.map((action) => ({ action })),
    })),
  },
});

let api: FakeApi;
const reload = vi.fn();

beforeEach(() => {
  api = new FakeApi();
  api.answer(listCurrentRuns, []);
  vi.stubGlobal('fetch', api.fetch);
  vi.spyOn(location, 'reload').mockImplementation(reload);
  keepToken('of-anna', true);
  beginPerson(anna);
});
afterEach(() => {
  forgetPerson();
  localStorage.clear();
  reload.mockReset();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const called = () => api.requested.map(({ call }) => call);
const reloaded = () => vi.waitFor(() => expect(reload).toHaveBeenCalledOnce(), { timeout: 20_000 });

describe('what a window keeps for a person', () => {
  it('is gone when somebody else signs in, and still there for the same person after a reload', () => {
    keepInWindow('open_tabs', '["Anna’s chair"]');
    beginPerson(anna);
    expect(keptInWindow('open_tabs')).toBe('["Anna’s chair"]');

    beginPerson(ben);
    expect(keptInWindow('open_tabs')).toBeNull();
    expect(JSON.stringify(sessionStorage)).not.toContain(anna);
  });

  it('is gone with a sign-in that ends, and nothing is written any more until the window has loaded [asvs 14.3.1]', async () => {
    keepInWindow('open_tabs', '["Anna’s chair"]');
    setUnsavedTabs(2);
    leaveWindow();
    keepInWindow('open_tabs', '["Anna’s chair"]');

    expect(keptInWindow('open_tabs')).toBeNull();
    expect(readToken()).toBeNull();
    expect(isLeaving()).toBe(true);
    expect(readLeftSession()).toMatchObject({ personId: anna, unsavedTabs: 2 });
    await reloaded();
  });

  it('keeps rules and seen failures apart for everybody who signs in here', () => {
    writeSetting('claim_rules', 'Anna’s rules');
    writeSetting('nav_theme', 'dark');
    beginPerson(ben);

    expect(readSetting('claim_rules')).toBe('');
    expect(readSetting('nav_theme')).toBe('dark');
    beginPerson(anna);
    expect(readSetting('claim_rules')).toBe('Anna’s rules');
  });
});

describe('another window of this browser', () => {
  it('signed in as somebody else: no call leaves with the other’s token, and the window loads again', async () => {
    api.answer(getUser, person(ben));
    keepToken('of-ben', true);
    void call(listCurrentRuns);
    await reloaded();

    void call(listCurrentRuns);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(called()).toEqual(['GET /user/get-user']);
    expect(readToken()).toBe('of-ben');
  });

  it('signed in again as the same person: the window continues with the new token', async () => {
    api.answer(getUser, person(anna));
    keepToken('of-anna-again', true);

    expect(await call(listCurrentRuns)).toEqual([]);
    await call(listCurrentRuns);
    expect(called().filter((name) => name === 'GET /user/get-user')).toHaveLength(1);
    expect(reload).not.toHaveBeenCalled();
  });

  it('signed out: the window leaves too', async () => {
    dropToken();
    void call(listCurrentRuns);
    await reloaded();

    expect(called()).toEqual([]);
  });
});
