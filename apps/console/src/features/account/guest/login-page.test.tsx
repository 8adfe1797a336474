// @vitest-environment happy-dom
import { login } from '@bowerbird/contract/account/account';
import { sendActivationAgain, sendSignInCode } from '@bowerbird/contract/account/guest';
import { AppError } from '@bowerbird/contract/errors';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dropToken, readToken } from '../../../lib/person/token.ts';
import { showLanguage } from '../../../lib/text/language.ts';
import type { GuestPage } from '../../../testing/guest-page.tsx';
import { showGuestPage } from '../../../testing/guest-page.tsx';
import { credentialsOf } from './credentials-form.tsx';
import LoginPage from './login-page.tsx';

let page: GuestPage;
const show = async (address: Parameters<typeof showGuestPage>[1]) => {
  page = await showGuestPage(<LoginPage />, address);
};

beforeEach(() => showLanguage('zh-CN'));
afterEach(async () => {
  await page.close();
  dropToken();
});

describe('the login page', () => {
  it('says what is missing under each field and asks nothing of the server [5.username-required] [5.password-required]', async () => {
    await show('/user/login');

    await page.submit();

    expect(page.alerts()).toEqual(['请输入帐户名或邮箱地址', '请输入密码！']);
    expect(page.api.bodiesOf(login)).toEqual([]);
  });

  it('says above the form that a sign-in was refused, and keeps what was typed [8.login]', async () => {
    await show('/user/login');
    page.api.answer(login, () => {
      throw new AppError('auth.wrong-credentials', '');
    });
    await page.type('username', 'lin');
    await page.type('password', 'wrong');

    await page.submit();

    expect(page.alerts()).toEqual(['账户或密码错误']);
    expect(document.querySelector<HTMLInputElement>('input[name="password"]')?.value).toBe('wrong');
    expect(readToken()).toBeNull();
  });

  it('keeps the token and goes where the person wanted to go [2.redirect-after]', async () => {
    await show('/user/login?redirect=%2Fproducts%2Flist%3Fq%3Da');
    page.api.answer(login, 'token-1');
    await page.type('username', 'lin@chenwu.example');
    await page.type('password', 'bower');

    await page.submit();

    expect(page.api.bodiesOf(login)).toEqual([
      { email: 'lin@chenwu.example', password: 'bower', rememberMe: true },
    ]);
    expect(readToken()).toBe('token-1');
    expect(page.where()).toBe('/products/list?q=a');
  });

  it('takes real mail addresses for addresses and everything else for names', () => {
    expect(credentialsOf('first.last+x@mail.example.technology', 'p', false)).toHaveProperty('email');
    expect(credentialsOf(' lin@home ', 'p', false)).toMatchObject({ username: 'lin@home' });
  });

  it('has the account filled in that another page handed over', async () => {
    await show({ pathname: '/user/login', state: { account: 'lin@chenwu.example' } });

    expect(document.querySelector<HTMLInputElement>('input[name="username"]')?.value).toBe(
      'lin@chenwu.example',
    );
  });

  it('offers the activation mail again to who has not opened theirs', async () => {
    await show('/user/login');
    page.api.answer(login, () => {
      throw new AppError('auth.not-activated', '');
    });
    page.api.answer(sendActivationAgain, { sent: true });
    await page.type('username', 'lin@chenwu.example');
    await page.type('password', 'bower');
    await page.submit();

    await page.press('重新发送激活邮件');

    expect(page.api.bodiesOf(sendActivationAgain)).toEqual([{ email: 'lin@chenwu.example' }]);
    expect(page.alerts().join()).toMatch(/还没有激活.*s 后可重新发送/);
  });
});

describe('the second step', () => {
  beforeEach(async () => {
    await show('/user/login');
    page.api.answer(login, (body) => {
      const code = typeof body === 'object' && body !== null && 'code' in body ? body.code : undefined;
      if (code === undefined) {
        throw new AppError('auth.second-step-needed', '');
      }
      if (code !== '123456') {
        throw new AppError('auth.second-step-wrong', '');
      }
      return 'token-2';
    });
    await page.type('username', 'lin');
    await page.type('password', 'bower');
    await page.submit();
  });

  it('asks for six digits and says when they are wrong', async () => {
    await page.type('code', '12');
    await page.submit();
    expect(page.alerts()).toEqual(['请输入 6 位动态码!']);

    await page.type('code', '654321');
    await page.submit();
    expect(page.alerts()).toHaveLength(1);
    expect(page.alerts()).not.toEqual(['请输入 6 位动态码!']);

    await page.type('code', '123456');
    await page.submit();
    expect(readToken()).toBe('token-2');
    expect(page.where()).toBe('/dashboard/workplace');
  });

  it('takes a recovery code from who has lost the telephone', async () => {
    await page.press('遗失手机?');
    await page.type('code', 'abcd-efgh');
    await page.submit();

    expect(page.api.bodiesOf(login).at(-1)).toMatchObject({ username: 'lin', code: 'abcd-efgh' });
  });
});

describe('signing in by telephone', () => {
  beforeEach(async () => {
    await show('/user/login');
    await page.press('手机号登录');
  });

  it('says what is missing [5.phone-required] [5.code-required]', async () => {
    await page.submit();

    expect(page.alerts()).toEqual(['请输入正确的手机号', '请输入验证码！']);
  });

  it('looks at the number alone before a code is sent [5.phone-format]', async () => {
    await page.type('mobile', '12345');

    await page.press('获取验证码');

    expect(page.alerts()).toEqual(['手机号格式错误！']);
    expect(page.api.bodiesOf(sendSignInCode)).toEqual([]);
  });

  it('sends a code, counts down, and signs in with it', async () => {
    page.api.answer(sendSignInCode, { sent: true });
    page.api.answer(login, 'token-3');
    await page.type('mobile', '138 0000 0000');
    await page.press('获取验证码');
    expect(document.querySelector('.guest-code button')?.textContent).toMatch(/^5[89] s$/);

    await page.type('captcha', '012345');
    await page.submit();

    expect(page.api.bodiesOf(sendSignInCode)).toEqual([{ phone: '+8613800000000' }]);
    expect(page.api.bodiesOf(login)).toEqual([
      { mobile: '+8613800000000', captcha: '012345', rememberMe: true },
    ]);
  });

  it('lets a code be asked for again when sending failed, and says why', async () => {
    page.api.answer(sendSignInCode, () => {
      throw new AppError('rate.too-many-tries', '');
    });
    await page.type('mobile', '13800000000');

    await page.press('获取验证码');

    expect(document.querySelector('.guest-code button')?.textContent).toBe('获取验证码');
    expect(page.alerts()).toHaveLength(1);
  });

  it('waits as long as the server says when a code was just sent', async () => {
    page.api.answer(sendSignInCode, () => {
      throw new AppError('code.too-often', '', { params: { seconds: 31 } });
    });
    await page.type('mobile', '13800000000');

    await page.press('获取验证码');

    expect(document.querySelector('.guest-code button')?.textContent).toMatch(/^3[01] s$/);
  });

  it('says that the code was wrong [8.login]', async () => {
    page.api.answer(login, () => {
      throw new AppError('code.wrong', '');
    });
    await page.type('mobile', '13800000000');
    await page.type('captcha', '012345');

    await page.submit();

    expect(page.alerts()).toEqual(['验证码错误']);
  });
});
