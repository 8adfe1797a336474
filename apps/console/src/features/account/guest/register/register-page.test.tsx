// @vitest-environment happy-dom

import {
  activate,
  recoverPassword,
  sendMailCode,
  sendSmsCode,
  signUp,
} from '@bowerbird/contract/account/guest';
import { AppError } from '@bowerbird/contract/errors';
import { getConsoleSettings, ownPages } from '@bowerbird/contract/system/console-settings';
import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { showLanguage } from '../../../../lib/text/language.ts';
import type { GuestPage } from '../../../../testing/guest-page.tsx';
import { showGuestPage } from '../../../../testing/guest-page.tsx';
import { FakeApi } from '../../../../testing/signed-in-page.tsx';
import RecoverPage from '../recover-page.tsx';
import ActivatePage from './activate-page.tsx';
import RegisterPage from './register-page.tsx';
import RegisterResultPage from './register-result-page.tsx';

let page: GuestPage;

beforeEach(() => showLanguage('zh-CN'));
afterEach(() => page.close());

async function fill(values: Record<string, string>) {
  for (const [name, value] of Object.entries(values)) {
    await page.type(name, value);
  }
}
const box = () => {
  const found = document.querySelector<HTMLInputElement>('input[name="accepted"]');
  if (found === null) {
    throw new Error('no box to accept the terms');
  }
  return found;
};
const accept = () => act(async () => box().click());
const whole = {
  email: 'lin@chenwu.example',
  password: 'Abcdef123!',
  confirm: 'Abcdef123!',
  mobile: '13800000000',
  captcha: '012345',
};

describe('signing up', () => {
  beforeEach(async () => {
    page = await showGuestPage(<RegisterPage />, '/user/register');
  });

  it('says what is missing under every field [5.email-required] [5.confirm-required]', async () => {
    await page.submit();

    expect(page.alerts()).toEqual([
      '请输入邮箱地址！',
      '请输入密码！',
      '请确认密码！',
      '请输入正确的手机号',
      '请输入验证码！',
      '请先阅读并同意服务条款和隐私政策',
    ]);
  });

  it('says what is wrong under every field [5.email-format] [5.password-weak] [5.passwords-differ]', async () => {
    await fill({ email: 'lin@chenwu', password: 'Ab1!x', confirm: 'other', mobile: '123', captcha: '1' });

    await page.submit();

    expect(page.alerts()).toEqual([
      '邮箱地址格式错误！',
      '密码强度不够',
      '两次输入的密码不匹配!',
      '手机号格式错误！',
      '请先阅读并同意服务条款和隐私政策',
    ]);
    expect(page.api.bodiesOf(signUp)).toEqual([]);
  });

  it('shows how strong the password is while it is typed [5.strength-labels] [5.password-hint]', async () => {
    const shown: (string | null | undefined)[] = [];
    for (const password of ['Ab1!x', 'aaaaaa', 'Abcdef12', 'Abcdef123!']) {
      await page.type('password', password);
      shown.push(document.querySelector('.strength-word')?.textContent);
      shown.push(document.querySelector('.strength-bar')?.getAttribute('data-percent'));
    }

    expect(shown).toEqual(['强度：太短', '10', '强度：低', '33', '强度：中', '66', '强度：强', '99']);
    expect(document.querySelector('.strength-hint')?.textContent).toBe(
      '请至少输入 6 个字符。请不要使用容易被猜到的密码。',
    );
  });

  it('sends the code to the telephone, asks for the account and shows what comes next', async () => {
    page.api.answer(sendSmsCode, { sent: true });
    page.api.answer(signUp, { email: 'lin@chenwu.example' });
    await fill(whole);
    await page.press('获取验证码');
    await accept();

    await page.submit();

    expect(page.api.bodiesOf(sendSmsCode)).toEqual([{ phone: '+8613800000000' }]);
    expect(page.api.bodiesOf(signUp)).toEqual([
      {
        email: 'lin@chenwu.example',
        password: 'Abcdef123!',
        phone: '+8613800000000',
        code: '012345',
        accepted: { privacy: 'v2', terms: 'v5' },
      },
    ]);
    expect(page.where()).toBe('/user/register-result');
  });

  it('asks nothing of the server before terms and privacy are accepted, and links both', async () => {
    await fill(whole);

    await page.submit();

    expect(page.alerts()).toEqual(['请先阅读并同意服务条款和隐私政策']);
    expect(document.activeElement).toBe(box());
    expect(page.api.bodiesOf(signUp)).toEqual([]);
    const links = [...document.querySelectorAll<HTMLAnchorElement>('.guest-accept a')];
    expect(links.map((link) => [link.textContent, link.getAttribute('href'), link.target])).toEqual([
      ['服务条款', '/legal/terms', '_blank'],
      ['隐私政策', '/legal/privacy', '_blank'],
    ]);
    await accept();
    expect(page.alerts()).toEqual([]);
  });

  it('says under its field that a password is too common, until another one is typed', async () => {
    page.api.answer(signUp, () => {
      throw new AppError('account.password-common', '');
    });
    await fill({ ...whole, password: 'PassWord1', confirm: 'PassWord1' });
    await accept();

    await page.submit();

    const field = document.querySelector('input[name="password"]');
    expect(page.alerts()).toEqual(['这个密码太常见，很容易被猜到。请换一个。']);
    expect(document.querySelector('.guest-refused')).toBeNull();
    expect(field?.getAttribute('aria-invalid')).toBe('true');
    await fill({ password: 'far less common 7', confirm: 'far less common 7' });
    expect(page.alerts()).toEqual([]);
  });

  it('asks to accept again what was changed meanwhile, and then sends the new versions', async () => {
    page.api.answer(signUp, () => {
      throw new AppError('sign-up.texts-changed', '');
    });
    await fill(whole);
    await accept();
    page.api.answer(getConsoleSettings, {
      provider: '',
      links: ownPages,
      signInMethods: ['password', 'mobile'],
      legalVersions: { privacy: 'v2', terms: 'v6' },
    });

    await page.submit();
    expect(page.alerts()).toContain('服务条款或隐私政策刚刚更新，账号没有创建。请重新阅读并勾选后再注册。');
    expect(box().checked).toBe(false);
    const read = () => page.api.requested.filter((each) => each.call === 'GET /console/settings');
    await act(async () => {
      await vi.waitFor(() => expect(read()).toHaveLength(2));
    });
    page.api.answer(signUp, { email: 'lin@chenwu.example' });
    await accept();
    await page.submit();

    expect(page.api.bodiesOf(signUp).at(-1)).toMatchObject({ accepted: { privacy: 'v2', terms: 'v6' } });
  });

  it('shows an error under the field of a wrong code, until the code is typed again', async () => {
    page.api.answer(signUp, () => {
      throw new AppError('code.wrong', '');
    });
    await fill(whole);
    await accept();

    await page.submit();
    expect(page.alerts()).toEqual(['验证码错误']);
    await page.type('captcha', '0');
    expect(page.alerts()).toEqual([]);
  });
});

describe('the result of signing up', () => {
  it('names the address and its mailbox, and that the mail holds 24 hours [9.activation-24h]', async () => {
    page = await showGuestPage(<RegisterResultPage />, {
      pathname: '/user/register-result',
      state: { email: 'lin@qq.com' },
    });

    expect(document.querySelector('h1')?.textContent).toBe('你的账户：lin@qq.com 注册成功');
    expect(document.querySelector('.guest-result p')?.textContent).toMatch(/24小时/);
    expect(document.querySelector('a.ant-btn')?.getAttribute('href')).toBe('https://mail.qq.com/');
  });

  it('leads to signing up when nobody has', async () => {
    page = await showGuestPage(<RegisterResultPage />, '/user/register-result');

    expect(page.where()).toBe('/user/register');
  });
});

const nothingEnded = { changed: true as const, ended: { sessions: 0, tokens: [] } };

describe('a forgotten password', () => {
  it('is replaced step by step: the address, its code, the new password', async () => {
    page = await showGuestPage(<RecoverPage />, '/user/recover?redirect=%2Fruns');
    page.api.answer(sendMailCode, { sent: true });
    page.api.answer(recoverPassword, nothingEnded);
    await page.type('address', 'lin');
    await page.submit();
    expect(page.alerts()).toEqual(['手机号格式错误！']);
    expect(document.querySelector('input[name="captcha"]')).toBeNull();

    await page.type('address', 'lin@chenwu.example');
    await page.submit();
    await fill({ captcha: '012345', password: 'Abcdef123!', confirm: 'Abcdef123!' });
    await page.submit();

    expect(page.api.bodiesOf(sendMailCode)).toEqual([{ email: 'lin@chenwu.example', purpose: 'recover' }]);
    expect(page.api.bodiesOf(recoverPassword)).toEqual([
      { address: 'lin@chenwu.example', code: '012345', password: 'Abcdef123!' },
    ]);
    expect(page.where()).toBe('/user/login?redirect=%2Fruns');
  });

  it('of an account with a second step asks for its code, and sends it with the rest', async () => {
    page = await showGuestPage(<RecoverPage />, '/user/recover');
    page.api.answer(sendMailCode, { sent: true });
    page.api.answer(recoverPassword, (body) => {
      if ((body as { secondStep?: string }).secondStep === undefined) {
        throw new AppError('auth.second-step-needed', '');
      }
      return nothingEnded;
    });
    await page.type('address', 'lin@chenwu.example');
    await page.submit();
    await fill({ captcha: '012345', password: 'Abcdef123!', confirm: 'Abcdef123!' });
    await page.submit();

    await fill({ code: '654321' });
    await page.submit();

    expect(page.api.bodiesOf(recoverPassword).at(-1)).toEqual({
      address: 'lin@chenwu.example',
      code: '012345',
      password: 'Abcdef123!',
      secondStep: '654321',
    });
    expect(page.where()).toBe('/user/login');
  });
});

describe('the link of the activation mail', () => {
  it('opens the account at once and says how to sign in', async () => {
    page = await showGuestPage(<ActivatePage />, '/user/activate?token=abc.def', opens(false));
    await page.submit();

    expect(page.api.bodiesOf(activate)).toEqual([{ token: 'abc.def' }]);
    expect(document.querySelector('h1')?.textContent).toBe('账号已激活');
    expect(document.querySelector('.guest-result')?.textContent).toMatch(/lin2.*手机号已属于另一个账号/);
  });

  it('that is too old offers another one', async () => {
    const api = opens(true);
    api.answer(activate, () => {
      throw new AppError('activation.expired', '');
    });
    page = await showGuestPage(<ActivatePage />, '/user/activate?token=old', api);
    await page.submit();

    expect(document.querySelector('h1')?.textContent).toBe('激活失败');
    expect(document.querySelector<HTMLButtonElement>('.guest-link')?.disabled).toBe(true);
    await page.type('email', 'lin@chenwu.example');
    expect(document.querySelector<HTMLButtonElement>('.guest-link')?.disabled).toBe(false);
  });
});

function opens(phoneKept: boolean): FakeApi {
  const api = new FakeApi();
  api.answer(activate, { email: 'lin@chenwu.example', username: 'lin2', phoneKept });
  return api;
}
