// @vitest-environment happy-dom
import { AppError } from '@bowerbird/contract/errors';
import { acceptInvitation, openInvitation } from '@bowerbird/contract/team/invitations';
import { act } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { showLanguage } from '../../../lib/text/language.ts';
import type { GuestPage } from '../../../testing/guest-page.tsx';
import { showGuestPage } from '../../../testing/guest-page.tsx';
import { FakeApi } from '../../../testing/signed-in-page.tsx';
import InvitationPage from './invitation-page.tsx';

let page: GuestPage;
const api = new FakeApi();
api.answer(openInvitation, {
  email: 'qian@chenwu.example',
  merchant: '林晓',
  invitedBy: '林晓',
  role: { id: 'merchant', name: 'Merchant' },
  expiresAt: '2026-12-01T00:00:00.000Z',
});

beforeEach(() => showLanguage('zh-CN'));
afterEach(() => page.close());

it('says under its field that a password is too common, until another one is typed', async () => {
  api.answer(acceptInvitation, () => {
    throw new AppError('account.password-common', '');
  });
  page = await showGuestPage(<InvitationPage />, '/user/invitation?token=abc', api);
  await act(() => vi.waitUntil(() => document.querySelector('input[name="password"]')));
  const typed = { name: '钱一', username: 'qian', password: 'PassWord1', confirm: 'PassWord1' };
  for (const [name, value] of Object.entries(typed)) {
    await page.type(name, value);
  }

  await page.submit();

  const field = document.querySelector('input[name="password"]');
  expect(page.alerts()).toEqual(['这个密码太常见，很容易被猜到。请换一个。']);
  expect(field?.getAttribute('aria-invalid')).toBe('true');
  expect(document.querySelector('.guest-refused')).toBeNull();
  await page.type('password', 'far less common 7');
  await page.type('confirm', 'far less common 7');
  expect(page.alerts()).toEqual([]);
});
