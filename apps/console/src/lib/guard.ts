import { ownPages } from '@bowerbird/contract/console-settings';

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

/** True for help, terms and the other pages that everybody may read, signed in or not. */
export function isPublicPage(pathname: string): boolean {
  return publicPages.has(pathname) || /^\/help\/[^/]+$/.test(pathname);
}

export type Decision = { kind: 'pass' } | { kind: 'session' } | { kind: 'go'; to: string };

/** What happens to a visit, before anything is loaded. `path` is the full path with its query. */
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

/** The login page that afterwards leads to `path`. */
export function loginWith(path: string): string {
  return path === '/' || path === '' ? loginPath : `${loginPath}?redirect=${encodeURIComponent(path)}`;
}

/** Another guest page that still knows where the person wanted to go. */
export function guestLink(path: string, search: string): string {
  const wanted = new URLSearchParams(search).get('redirect');
  return wanted === null ? path : `${path}?redirect=${encodeURIComponent(wanted)}`;
}

/**
 * Where a login page's address leads after signing in. Only a path of this console counts: what begins with two
 * slashes, a backslash or a scheme would lead to another site.
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
