import { describe, expect, it } from 'vitest';
import { decide, landingPath, loginPath, redirectOf } from './guard.ts';

describe('the guard', () => {
  it('sends who is not signed in to the login page and remembers where to, path and query [2.redirect-query]', () => {
    expect(decide('/products/list?q=a&b=c', false)).toEqual({
      kind: 'go',
      to: `${loginPath}?redirect=%2Fproducts%2Flist%3Fq%3Da%26b%3Dc`,
    });
  });

  it('lets guests see login, register, register-result and recover, and nothing else [2.guest-names] [2.user-children]', () => {
    for (const path of [loginPath, '/user/register', '/user/register-result', '/user/recover']) {
      expect(decide(path, false)).toEqual({ kind: 'pass' });
    }
    for (const path of ['/', '/404', '/user/other', '/dashboard/workplace']) {
      expect(decide(path, false).kind).toBe('go');
    }
  });

  it('shows help, terms and privacy to everybody, signed in or not', () => {
    for (const path of ['/help', '/help/first-steps', '/tutorials', '/about', '/contact', '/legal/terms']) {
      expect(decide(path, false)).toEqual({ kind: 'pass' });
      expect(decide(path, true)).toEqual({ kind: 'pass' });
    }
    for (const path of ['/help/', '/help/a/b', '/legal', '/helpful', '/legal/terms/old']) {
      expect(decide(path, false).kind).toBe('go');
    }
  });

  it('sends who is signed in on from the login page to the landing page [2.login-with-token] [2.login-path] [2.landing] [2.user-redirect]', () => {
    expect(decide(loginPath, true)).toEqual({ kind: 'go', to: landingPath });
    expect(decide('/list/card', true)).toEqual({ kind: 'session' });
    expect(decide('/user', true)).toEqual({ kind: 'go', to: loginPath });
    expect(decide('/user', false)).toEqual({ kind: 'go', to: loginPath });
    expect([loginPath, landingPath]).toEqual(['/user/login', '/dashboard/workplace']);
  });

  it('goes to the wanted page after signing in [2.redirect-after]', () => {
    expect(redirectOf(`${loginPath}?redirect=%2Fproducts%2Flist%3Fq%3Da`)).toBe('/products/list?q=a');
    expect(redirectOf(loginPath)).toBe(landingPath);
  });

  it.each([
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    'products',
    '/\t/evil.example',
    loginPath,
  ])('never leaves for %s', (target) => {
    expect(redirectOf(`${loginPath}?redirect=${encodeURIComponent(target)}`)).toBe(landingPath);
  });
});
