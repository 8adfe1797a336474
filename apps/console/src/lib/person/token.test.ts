// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest';
import { dropToken, keepToken, readToken, tokenSeconds } from './token.ts';

afterEach(() => {
  vi.restoreAllMocks();
  dropToken();
});

it('keeps the token in the cookie Access-Token, for seven days when asked to [4.token-cookie] [4.token-seven-days] [9.times]', () => {
  const written = vi.spyOn(document, 'cookie', 'set');

  keepToken('t-1', true);

  expect(written.mock.calls.at(-1)?.[0]).toMatch(/^Access-Token=t-1; .*Max-Age=604800/);
  expect(tokenSeconds * 1000).toBe(604_800_000);
  expect(readToken()).toBe('t-1');
  keepToken('t-2', false);
  expect(written.mock.calls.at(-1)?.[0]).not.toContain('Max-Age');
});
