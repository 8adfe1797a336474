import { dropCookie, readCookie, writeCookie } from './cookie.ts';

const name = 'Access-Token';

/** How long a remembered sign-in holds, in seconds: seven days. */
export const tokenSeconds = 7 * 24 * 3600;

export function readToken(): string | null {
  return readCookie(name) || null;
}

/** Keeps a token: for seven days when the person asked for it, else until the browser closes. */
export function keepToken(token: string, remember: boolean): void {
  writeCookie(name, token, remember ? { maxAgeSeconds: tokenSeconds } : {});
}

export function dropToken(): void {
  dropCookie(name);
}
