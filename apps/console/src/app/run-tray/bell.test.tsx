// @vitest-environment happy-dom
import type { Notification } from '@bowerbird/contract/system/notifications';
import {
  countUnread,
  listNotifications,
  readAllNotifications,
} from '@bowerbird/contract/system/notifications';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  button,
  FakeApi,
  press,
  type ShownPage,
  says,
  settled,
  showPage,
} from '../../testing/signed-in-page.tsx';
import { buildNavigation } from '../navigation/navigation.ts';
import { NavigationContext } from '../navigation/navigation-context.ts';
import { Bell } from './bell.tsx';

const notice = (id: number, rest: Partial<Notification>): Notification => ({
  id: `0199aaaa-0000-7000-8000-00000000000${id}`,
  event: 'task-done',
  params: { task: 'x' },
  link: null,
  at: `2026-11-20T10:0${id}:00.000Z`,
  readAt: null,
  ...rest,
});
const run = notice(2, {
  event: 'run-needs-you',
  params: { kind: 'listing', title: 'Aster', state: 'partial', done: 11637, failed: 65 },
  link: '/profile/basic/7',
});
const store = notice(1, {
  event: 'store-access-lost',
  params: { store: 'Aster', state: 'lost' },
  link: '/list/card',
  readAt: '2026-11-20T10:02:00.000Z',
});

let api: FakeApi;
let page: ShownPage | null = null;
const dot = () => document.querySelector('.bell-dot');

async function show(unread: number, items: Notification[]) {
  api.answer(countUnread, { unread });
  api.answer(listNotifications, { items, total: items.length, totalIsEstimate: false, nextCursor: null });
  page = await showPage(
    api,
    <NavigationContext value={buildNavigation([])}>
      <Bell />
    </NavigationContext>,
    '/',
    '*',
  );
  await settled(() => expect(dot() !== null).toBe(unread > 0));
}

beforeEach(() => {
  api = new FakeApi();
  api.answer(readAllNotifications, { unread: 0 });
});
afterEach(() => page?.close());

it('carries a dot without a number while something is new, and none when it has been opened', async () => {
  await show(2, [run, store]);
  expect(dot()?.textContent).toBe('');

  await press(button('通知，有未读'));
  await says('刊登“Aster”结束：成功 11,637，失败 65。');
  await says('“Aster”的授权已失效');

  expect(dot()).toBeNull();
  expect(api.bodiesOf(readAllNotifications)).toEqual([{ upTo: run.at }]);
});

it('gives each the act that helps, and marks what is new while the list is open', async () => {
  await show(1, [run, store]);
  await press(button('通知，有未读'));
  await says('重新连接');

  const links = [...document.querySelectorAll<HTMLAnchorElement>('.bell-panel a.tray-row')];
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['/profile/basic/7', '/list/card']);
  expect(document.querySelectorAll('.bell-sentence.new')).toHaveLength(1);
});

it('says what would be here where there is nothing', async () => {
  await show(0, []);
  await press(button('通知'));
  await says('需要您关注的消息会显示在这里');

  expect(dot()).toBeNull();
  expect(api.bodiesOf(readAllNotifications)).toEqual([]);
});

it('marks nothing as read where all of it has been read', async () => {
  await show(0, [store]);
  await press(button('通知'));
  await says('“Aster”的授权已失效');

  expect(api.bodiesOf(readAllNotifications)).toEqual([]);
});
