import { describe, expect, it } from 'vitest';
import { decide, landingPath, loginPath, redirectOf } from './guard.ts';

describe('the guard', () => {
  it('sends who is not signed in to the login page and remembers where to', () => {
    expect(decide('/products/list?q=a&b=c', false)).toEqual({
      kind: 'go',
      to: `${loginPath}?redirect=%2Fproducts%2Flist%3Fq%3Da%26b%3Dc`,
    });
  });

  it('lets guests see the guest pages', () => {
    for (const path of [loginPath, '/user/register', '/user/register-result', '/user/recover']) {
      expect(decide(path, false)).toEqual({ kind: 'pass' });
    }
  });

  it('sends who is signed in on from the login page', () => {
    expect(decide(loginPath, true)).toEqual({ kind: 'go', to: landingPath });
    expect(decide('/list/card', true)).toEqual({ kind: 'session' });
    expect(decide('/user', true)).toEqual({ kind: 'go', to: loginPath });
  });

  it('goes to the wanted page after signing in', () => {
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
