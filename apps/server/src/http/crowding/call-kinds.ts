/**
 * How urgent a call is when not all can be answered: listing before everything, then signing in; exports after everything.
 * Calls that wait for other machines have places of their own, so that a slow shop takes nobody's place.
 */
export type CallKind = 'first' | 'sign-in' | 'usual' | 'outside' | 'last';

/** Calls during which a shop, a store or another address is asked. */
const outside = [
  '/collect/recognise',
  '/collect/categories',
  '/imports/watched',
  '/listing/stores/:id/categories/read',
  '/sources/access',
  '/stores',
];
const last = [
  '/exports',
  '/export-links',
  '/audit/export',
  '/billing/admin/orders.csv',
  '/imports/:id/edited-file',
];
/** What a person who has signed in needs to see who they are, and all of listing. */
const first = ['/user', '/account/two-step', '/listing'];

/** Returns how urgent the calls of a route are. */
export function kindOf({ method, path }: { method: string; path: string }): CallKind {
  if (method !== 'GET' && outside.some((each) => isBelow(path, each))) {
    return 'outside';
  }
  if (isBelow(path, '/auth')) {
    return 'sign-in';
  }
  return last.some((each) => isBelow(path, each))
    ? 'last'
    : first.some((each) => isBelow(path, each))
      ? 'first'
      : 'usual';
}

function isBelow(path: string, above: string): boolean {
  return path === above || path.startsWith(`${above}/`);
}
