// @vitest-environment happy-dom
import { login } from '@bowerbird/contract/account';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import type { Root } from 'react-dom/client';
import { createRoot } from 'react-dom/client';
import { MemoryRouter, useLocation } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { parse } from 'zod/mini';
import { showLanguage } from '../../lib/language.ts';
import { dropToken, readToken } from '../../lib/token.ts';
import LoginPage, { credentialsOf } from './login-page.tsx';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
const fetched = vi.fn<typeof fetch>();
let root: Root;

function Where() {
  const { pathname, search } = useLocation();
  return <output>{`${pathname}${search}`}</output>;
}

async function show(address: string) {
  const place = document.body.appendChild(document.createElement('div'));
  root = createRoot(place);
  await act(async () =>
    root.render(
      <QueryClientProvider client={new QueryClient()}>
        <MemoryRouter initialEntries={[address]}>
          <LoginPage />
          <Where />
        </MemoryRouter>
      </QueryClientProvider>,
    ),
  );
}

async function type(name: string, value: string) {
  const field = document.querySelector<HTMLInputElement>(`input[name="${name}"]`);
  await act(async () => {
    const setter = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
    setter?.call(field, value);
    field?.dispatchEvent(new Event('input', { bubbles: true }));
  });
}

async function submit() {
  await act(async () => {
    document.querySelector('form')?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
  });
  await act(async () => {
    await vi.waitFor(() => expect(document.querySelector('.ant-btn-loading')).toBeNull());
  });
}

const alerts = () => [...document.querySelectorAll('[role="alert"]')].map((element) => element.textContent);

beforeEach(async () => {
  vi.stubGlobal('fetch', fetched);
  await showLanguage('zh-CN');
});
afterEach(async () => {
  await act(async () => root.unmount());
  document.body.replaceChildren();
  fetched.mockReset();
  dropToken();
});

describe('the login page', () => {
  it('says what is missing under each field and asks nothing of the server', async () => {
    await show('/user/login');

    await submit();

    expect(alerts()).toEqual(['请输入帐户名或邮箱地址', '请输入密码！']);
    expect(fetched).not.toHaveBeenCalled();
  });

  it('says above the form that a sign-in was refused, and keeps what was typed', async () => {
    fetched.mockResolvedValueOnce(
      Response.json(
        { code: 'auth.wrong-credentials', message: '', params: {}, result: { isLogin: true } },
        { status: 401 },
      ),
    );
    await show('/user/login');
    await type('username', 'lin');
    await type('password', 'wrong');

    await submit();

    expect(alerts()).toEqual(['账户或密码错误']);
    expect(document.querySelector<HTMLInputElement>('input[name="password"]')?.value).toBe('wrong');
    expect(readToken()).toBeNull();
  });

  it('keeps the token and goes where the person wanted to go', async () => {
    fetched.mockResolvedValueOnce(Response.json({ data: 'token-1' }));
    await show('/user/login?redirect=%2Fproducts%2Flist%3Fq%3Da');
    await type('username', 'lin@chenwu.example');
    await type('password', 'bower');

    await submit();

    const sent: unknown = JSON.parse(String(fetched.mock.calls[0]?.[1]?.body));
    expect(login.body && parse(login.body, sent)).toEqual({
      email: 'lin@chenwu.example',
      password: 'bower',
      rememberMe: true,
    });
    expect(readToken()).toBe('token-1');
    expect(document.querySelector('output')?.textContent).toBe('/products/list?q=a');
  });

  it('takes real mail addresses for addresses and everything else for names', () => {
    expect(credentialsOf('first.last+x@mail.example.technology', 'p', false)).toHaveProperty('email');
    expect(credentialsOf(' lin@home ', 'p', false)).toMatchObject({ username: 'lin@home' });
  });
});
