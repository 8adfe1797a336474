// @vitest-environment happy-dom
import type { OutboxMessage } from '@bowerbird/contract/system/outbox';
import { listOutbox, readOutboxMessage, sendOutboxAgain } from '@bowerbird/contract/system/outbox';
import { act } from 'react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ShownPage } from '../../testing/signed-in-page.tsx';
import { FakeApi, settled, showPage } from '../../testing/signed-in-page.tsx';
import OutboxPage from './outbox-page.tsx';

const message: OutboxMessage = {
  id: '01900000-0000-7000-8000-000000000001',
  channel: 'mail',
  recipient: 'lin@chenwu.example',
  template: 'code',
  language: 'zh-CN',
  state: 'failed',
  fault: { code: 'message.recipient-refused', params: { answer: '550' } },
  tries: 1,
  createdAt: '2026-01-02T03:04:05.000Z',
  sentAt: null,
};
const page = { items: [message], total: 1, totalIsEstimate: false, nextCursor: null };

let api: FakeApi;
let shown: ShownPage;
beforeEach(() => {
  api = new FakeApi();
});
afterEach(() => shown.close());

const button = (name: string) =>
  [...document.querySelectorAll<HTMLElement>('button')].find(({ textContent }) => textContent === name);

it('shows why a message failed, its code to pass on, and sends it again', async () => {
  api.answer(listOutbox, { ...page, delivers: { mail: true, sms: false } });
  let held = message;
  api.answer(readOutboxMessage, () => ({
    ...held,
    subject: '验证码 012345',
    text: '你的验证码是 012345',
    code: '012345',
    link: null,
    withheld: null,
  }));
  api.answer(sendOutboxAgain, () => {
    held = { ...message, state: 'waiting', fault: null, tries: 0 };
    return held;
  });
  shown = await showPage(api, <OutboxPage />, '/system/outbox', '/system/outbox');
  await settled(() => expect(document.querySelector('[data-row]')).not.toBeNull());

  await act(async () => document.querySelector<HTMLElement>('[data-row]')?.click());
  await settled(() => expect(document.querySelector('.outbox-copy code')?.textContent).toBe('012345'));
  expect(document.querySelector('.fault-row')?.textContent).toMatch(/550/);

  await act(async () => button('重新发送')?.click());
  await settled(() => expect(document.querySelector('.fault-row')).toBeNull());
  expect(api.requested.map(({ call }) => call)).toContain('POST /system/outbox/:id/send-again');
});

it('says why a code is not shown', async () => {
  api.answer(listOutbox, { ...page, delivers: { mail: true, sms: false } });
  api.answer(readOutboxMessage, {
    ...message,
    subject: '验证码 ••••••',
    text: '你的验证码是 ••••••',
    code: null,
    link: null,
    withheld: 'wider-rights',
  });
  shown = await showPage(api, <OutboxPage />, '/system/outbox', '/system/outbox');
  await settled(() => expect(document.querySelector('[data-row]')).not.toBeNull());

  await act(async () => document.querySelector<HTMLElement>('[data-row]')?.click());
  await settled(() => expect(document.body.textContent).toContain('它对应的账号权限高于您'));

  expect(document.querySelector('.outbox-copy')).toBeNull();
});

it('says how mail and text messages are set up where nobody delivers them', async () => {
  api.answer(listOutbox, {
    items: [],
    total: 0,
    totalIsEstimate: false,
    nextCursor: null,
    delivers: { mail: false, sms: false },
  });
  shown = await showPage(api, <OutboxPage />, '/system/outbox', '/system/outbox');

  await settled(() => expect(document.querySelector('.notice')?.textContent).toMatch(/SMTP_URL.*ALIYUN_SMS/));
  expect(document.querySelector('.empty')?.textContent).toMatch(/还没有发出任何消息/);
});
