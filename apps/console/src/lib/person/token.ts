import { dropCookie, readCookie, writeCookie } from './cookie.ts';

/** The cookie that holds the session's token. */
export const tokenCookie = 'Access-Token';

/** How long a remembered session lasts, in seconds: seven days. */
export const tokenSeconds = 7 * 24 * 3600;

/** Changes with every sign-in and sign-out, so that this browser's other windows notice. */
export const signInChangedName = 'sign_in_changed';

export function readToken(): string | null {
  return readCookie(tokenCookie) || null;
}

/** Keeps a token: for seven days if the person requested it, else until the browser closes. */
export function keepToken(token: string, remember: boolean): void {
  writeCookie(tokenCookie, token, remember ? { maxAgeSeconds: tokenSeconds } : {});
  announceChange();
}

export function dropToken(): void {
  dropCookie(tokenCookie);
  announceChange();
}

function announceChange(): void {
  try {
    localStorage.setItem(signInChangedName, `${Date.now()}.${Math.random()}`);
  } catch {
    // Without storage, the other windows notice with their next call.
  }
}
