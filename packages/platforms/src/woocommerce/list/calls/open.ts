import { AppError } from '@bowerbird/contract/errors';
import type { ListerContext, StoreAccess } from '../../../listing/store/access.ts';
import { originOf } from '../../../listing/store/client.ts';
import { type RestRequest, rootsOf } from '../../../listing/wordpress/client.ts';
import { isObject, textOf } from '../../../reading/unread.ts';
import { call, readJson } from './client.ts';
import { batchRoute, type SignIn, signedAs, signInOf } from './signed.ts';

/** A store that accepted our sign-in: how, and what its index says of the site. */
export interface Opened {
  store: StoreAccess;
  site: Record<string, unknown>;
  /** How far the store's clock is ahead of ours, in milliseconds. */
  clockAheadMs: number;
}

/** Reports whether these credentials are WooCommerce's own keys, which can also sign requests. */
function areKeys({ connection }: Pick<StoreAccess, 'connection'>): boolean {
  return connection === 'rest-keys';
}

/**
 * Finds out where the API is and how to sign in. Over https, keys are sent plainly; a store that sees no https ignores
 * plain keys, so every request is signed. Throws a named error: `store.https-needed` where that is the reason, and not
 * the credentials.
 */
export async function open(given: StoreAccess, context: ListerContext): Promise<Opened> {
  let first: AppError | null = null;
  let isHttpsDead = false;
  for (const root of rootsFor(given)) {
    if (isHttpsDead && root.startsWith('https:')) {
      continue;
    }
    try {
      return await openAt(root, given, context);
    } catch (thrown) {
      const failure = AppError.from(thrown);
      if (failure.code === 'store.access-denied' || failure.code === 'store.https-needed') {
        throw failure;
      }
      first ??= failure;
      const isDead = failure.code === 'store.unreachable' || failure.code === 'address.unreachable';
      isHttpsDead ||= isDead && root.startsWith('https:');
      // An http address that worked once may have moved to https since.
      if (!isElsewhere(failure) && !isHttpsDead && !(isPlain(root) && !isLocal(given))) {
        break;
      }
    }
  }
  if (isHttpsDead && !areKeys(given) && (await answersPlainly(given, context))) {
    throw new AppError('store.https-needed', `${given.domain} is reached by http alone`);
  }
  throw first ?? new AppError('store.not-found', `${given.domain} has no API`);
}

/**
 * Returns the roots to try: by https; then by http, where signing keeps keys secret. The root found before comes first.
 */
function rootsFor(given: StoreAccess): string[] {
  const usual = rootsOf({ ...given, prepared: {} });
  const known = rootsOf(given);
  const plain = areKeys(given) && !isLocal(given) ? [plainRoot(given)] : [];
  return known.length > 1
    ? [...usual, ...plain]
    : isPlain(known[0] ?? '') && !isLocal(given)
      ? [...known, ...usual]
      : known;
}

function plainRoot({ domain }: StoreAccess): string {
  return `http://${domain}/wp-json/`;
}

function isPlain(root: string): boolean {
  return root.startsWith('http:');
}

/** Reports a store simulated on this machine, where no one can intercept requests. */
function isLocal({ domain }: StoreAccess): boolean {
  return originOf(domain).startsWith('http:');
}

async function openAt(root: string, given: StoreAccess, context: ListerContext): Promise<Opened> {
  let unseen: AppError | null = null;
  let isEachUnseen = true;
  for (const signIn of waysIn(root, given)) {
    const store = { ...given, prepared: { ...given.prepared, root, signIn } };
    try {
      return signIn === 'signed' ? await openSigned(store, context) : await openPlainly(store, context);
    } catch (thrown) {
      const failure = AppError.from(thrown);
      if (failure.code !== 'store.access-denied') {
        throw failure;
      }
      // Keys whose header was dropped on the way are not refused: the store does not see them (`readme.md`,
      // Credentials).
      const isUnseen = /cannot_view/.test(failure.message);
      isEachUnseen &&= isUnseen;
      if (!isUnseen && signIn !== 'signed') {
        throw failure;
      }
      unseen ??= failure;
    }
  }
  throw isPlain(root) && areKeys(given) && isEachUnseen
    ? new AppError('store.https-needed', 'keys are not heeded by http', {})
    : (unseen ?? new AppError('store.access-denied', 'no way in'));
}

/**
 * Returns the ways to sign in, the one that worked before first: a security plugin counts each wrong one as a failed
 * sign-in.
 */
function waysIn(root: string, given: StoreAccess): SignIn[] {
  if (!areKeys(given)) {
    return ['header'];
  }
  const ways: SignIn[] = isPlain(root) && !isLocal(given) ? ['signed'] : ['header', 'query', 'signed'];
  const known = signInOf(given);
  return ways.includes(known) ? [known, ...ways.filter((way) => way !== known)] : ways;
}

async function openPlainly(store: StoreAccess, context: ListerContext): Promise<Opened> {
  const clockAheadMs = await enter(store, context);
  return { store, site: await siteOf(store, context), clockAheadMs };
}

async function openSigned(given: StoreAccess, context: ListerContext): Promise<Opened> {
  const site = await siteOf(given, context);
  let first: AppError | null = null;
  for (const origin of originsOf(given, site)) {
    const store = { ...given, prepared: { ...given.prepared, signedAs: origin } };
    try {
      return { store, site, clockAheadMs: await enter(store, context) };
    } catch (thrown) {
      const failure = AppError.from(thrown);
      if (failure.code !== 'store.access-denied') {
        throw failure;
      }
      first ??= failure;
    }
  }
  throw first ?? new AppError('store.unwell', 'the site did not say who it is');
}

/** Signs in; returns how far the store's clock is ahead. */
async function enter(store: StoreAccess, context: ListerContext): Promise<number> {
  const query = { per_page: '1', context: 'edit', _fields: 'id' };
  const { headers } = await readJson({ method: 'GET', route: '/wc/v3/products', query }, store, context);
  const stated = Date.parse(headers.get('date') ?? '');
  return Number.isNaN(stated) ? 0 : stated - Date.now();
}

async function siteOf(store: StoreAccess, context: ListerContext): Promise<Record<string, unknown>> {
  const query = { _fields: 'name,home,timezone_string,gmt_offset,namespaces' };
  const { body } = await readJson({ method: 'GET', route: '/', query }, store, context);
  return isObject(body) ? { ...body } : {};
}

/**
 * Returns the addresses that the store may use for itself when it checks a signature: its `home`, with the scheme that
 * it sees (its `check_oauth_signature`).
 */
function originsOf(store: StoreAccess, { home }: Record<string, unknown>): string[] {
  const root = new URL(typeof store.prepared.root === 'string' ? store.prepared.root : '');
  const host = URL.parse(textOf(home) ?? '')?.host ?? root.host;
  const schemes = root.protocol === 'https:' ? ['https:', 'http:'] : ['http:', 'https:'];
  const known = signedAs(store);
  return [...new Set([...(known === null ? [] : [known]), ...schemes.map((scheme) => `${scheme}//${host}`)])];
}

/**
 * Returns the address that the store uses for itself where it accepts signed creating requests, tried with an empty
 * batch, and with a read where it accepted one before; null where it accepts none, as behind a proxy that cuts the
 * query. A known result stays where it cannot be determined now.
 */
export async function provenSignature(
  { store, site, clockAheadMs }: Opened,
  context: ListerContext,
): Promise<string | null> {
  if (!areKeys(store)) {
    return null;
  }
  const known = signedAs(store);
  for (const origin of originsOf(store, site)) {
    const prepared = { ...store.prepared, clockAheadMs, signIn: 'signed', signedAs: origin };
    const request = origin === known ? signedRead : signedNothing;
    const answer = await call(request, { ...store, prepared }, context, { gated: false });
    if (answer.kind === 'unclear') {
      return known;
    }
    if (answer.status < 300) {
      return origin;
    }
  }
  return null;
}

const signedNothing: RestRequest = { method: 'POST', route: batchRoute, json: { create: [] } };
const signedRead: RestRequest = {
  method: 'GET',
  route: '/wc/v3/products',
  query: { per_page: '1', _fields: 'id' },
};

async function answersPlainly(given: StoreAccess, context: ListerContext): Promise<boolean> {
  // Uses a keys connection, which shows no credentials at the index: a password is not sent by http.
  const nobody = { ...given, connection: 'rest-keys', prepared: { root: plainRoot(given) } };
  return await siteOf(nobody, context).then(
    ({ namespaces }) => Array.isArray(namespaces),
    () => false,
  );
}

function isElsewhere({ code }: AppError): boolean {
  return code === 'store.not-found' || code === 'store.product-gone';
}
