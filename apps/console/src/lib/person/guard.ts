import { ownPages } from '@bowerbird/contract/system/console-settings';

export const loginPath = '/user/login';
export const landingPath = '/dashboard/workplace';

/** Paths that need no sign-in. */
const guestPaths = new Set([
  loginPath,
  '/user/register',
  '/user/register-result',
  '/user/recover',
  '/user/activate',
  '/user/invitation',
]);

const publicPages: ReadonlySet<string> = new Set(Object.values(ownPages));

/** Reports whether the path is help, terms or another page that everyone may read, signed in or not. */
export function isPublicPage(pathname: string): boolean {
  return publicPages.has(pathname) || /^\/help\/[^/]+$/.test(pathname);
}

export type Decision = { kind: 'pass' } | { kind: 'session' } | { kind: 'go'; to: string };

/** Decides how a visit is handled, before anything is loaded. `path` is the full path with its query. */
export function decide(path: string, signedIn: boolean): Decision {
  const pathname = path.split(/[?#]/)[0] ?? path;
  if (pathname === '/user') {
    return { kind: 'go', to: loginPath };
  }
  if (isPublicPage(pathname)) {
    return { kind: 'pass' };
  }
  if (signedIn) {
    return guestPaths.has(pathname) && pathname === loginPath
      ? { kind: 'go', to: redirectOf(path) }
      : guestPaths.has(pathname)
        ? { kind: 'pass' }
        : { kind: 'session' };
  }
  return guestPaths.has(pathname) ? { kind: 'pass' } : { kind: 'go', to: loginWith(path) };
}

/** Returns the login page that afterwards leads to `path`. */
export function loginWith(path: string): string {
  return path === '/' || path === '' ? loginPath : `${loginPath}?redirect=${encodeURIComponent(path)}`;
}

/** Returns a link to another guest page that keeps the person's original target. */
export function guestLink(path: string, search: string): string {
  const wanted = new URLSearchParams(search).get('redirect');
  return wanted === null ? path : `${path}?redirect=${encodeURIComponent(wanted)}`;
}

/**
 * Returns where a login page's address leads after sign-in. Only a path of this console is accepted: two slashes, a
 * backslash or a scheme at the beginning would lead to another site.
 */
export function redirectOf(loginAddress: string): string {
  const wanted = new URL(loginAddress, 'http://console.invalid').searchParams.get('redirect');
  return wanted !== null && isOwnPath(wanted) ? wanted : landingPath;
}

function isOwnPath(path: string): boolean {
  if (!/^\/(?![/\\])/.test(path)) {
    return false;
  }
  const read = new URL(path, 'http://console.invalid');
  return read.origin === 'http://console.invalid' && !guestPaths.has(read.pathname);
}
