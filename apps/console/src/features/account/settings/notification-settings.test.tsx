// @vitest-environment happy-dom
import { getNoticeChoices, setNoticeChoice } from '@bowerbird/contract/system/notifications';
import { act } from 'react';
import { afterEach, expect, it } from 'vitest';
import { FakeApi, type ShownPage, says, showPage } from '../../../testing/signed-in-page.tsx';
import NotificationSettings from './notification-settings.tsx';

let page: ShownPage;
afterEach(() => page.close());

it('shows where each thing goes and keeps every tick at once', async () => {
  const api = new FakeApi();
  const choices = [
    { event: 'run-needs-you' as const, group: 'runs', console: true, mail: true },
    { event: 'task-done' as const, group: 'team', console: true, mail: false },
  ];
  let kept = choices;
  api.answer(getNoticeChoices, () => ({ mailTo: 'lin@example.test', choices: kept }));
  api.answer(setNoticeChoice, (body) => {
    const sent = body as (typeof choices)[number];
    kept = kept.map((each) => (each.event === sent.event ? { ...each, ...sent } : each));
    return { mailTo: 'lin@example.test', choices: kept };
  });
  page = await showPage(api, <NotificationSettings />, '/', '*');
  await says('邮件发送到 lin@example.test。每个任务最多一封。');
  const tick = document.querySelector<HTMLInputElement>('[aria-label="邮件通知：选品任务完成"]');
  expect(tick?.checked).toBe(false);

  await act(async () => tick?.click());

  expect(api.bodiesOf(setNoticeChoice)).toEqual([{ event: 'task-done', console: true, mail: true }]);
  expect(tick?.checked).toBe(true);
});
