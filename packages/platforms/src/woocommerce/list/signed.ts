import type { ListerContext, StoreAccess } from '../../listing/store.ts';
import type { RestRequest } from '../../listing/wordpress-client.ts';
import { isObject } from '../../unread.ts';
import { perSession } from './session.ts';
import { signInto } from './sign.ts';

/**
 * How we sign in: by the header, in the query where the server drops the header (`readme.md`, Credentials), or by signing every
 * request where the store sees no https and so heeds no keys (recorded).
 */
export type SignIn = 'header' | 'query' | 'signed';

export const batchRoute = '/wc/v3/products/batch';

/** The store refuses what is dated longer ago than this (its `check_oauth_timestamp_and_nonce`; seen on both versions). */
const windowSeconds = 15 * 60;
/** For so long the store takes a request that creates: it is dated so. */
const lifetimeSeconds = 60;
/** How far ahead seconds may be used up, before we wait for the clock. */
const aheadSeconds = 30;

interface Told {
  /** The store's clock, as it told it last, and ours of that moment. */
  clock: { storeMs: number; at: number } | null;
  lastSecond: number;
}

const toldIn = perSession<Told>(() => ({ clock: null, lastSecond: 0 }));

export function signInOf({ prepared }: Pick<StoreAccess, 'prepared'>): SignIn {
  return prepared.signIn === 'signed' || prepared.signIn === 'query' ? prepared.signIn : 'header';
}

/** How the store calls itself when it checks a signature, as `prepare` proved it; null where it takes none. */
export function signedAs({ prepared }: Pick<StoreAccess, 'prepared'>): string | null {
  return typeof prepared.signedAs === 'string' ? prepared.signedAs : null;
}

/** Whether a request goes out signed: each that creates a product where the store takes signatures, and all where it sees no https. */
export function isSigned(request: RestRequest, store: StoreAccess): boolean {
  return (
    store.connection === 'rest-keys' &&
    request.route.startsWith('/wc/') &&
    (signInOf(store) === 'signed' || (signedAs(store) !== null && isCreate(request)))
  );
}

function isCreate({ method, route, json }: RestRequest): boolean {
  return method === 'POST' && route === batchRoute && isObject(json) && json.create !== undefined;
}

/** Learns the store's time from an answer of its own, not from one that was kept somewhere on the way. */
export function hear(headers: Headers, store: StoreAccess, context: Pick<ListerContext, 'now'>): void {
  const storeMs = Date.parse(headers.get('date') ?? '');
  if (!Number.isNaN(storeMs) && headers.get('age') === null) {
    toldIn(store).clock = { storeMs, at: context.now() };
  }
}

/** The store's own time, in milliseconds since 1970. */
function storeNow(store: StoreAccess, context: Pick<ListerContext, 'now'>): number {
  const { clock } = toldIn(store);
  const { clockAheadMs } = store.prepared;
  return clock === null
    ? Date.now() + (typeof clockAheadMs === 'number' ? clockAheadMs : 0)
    : clock.storeMs + (context.now() - clock.at);
}

/**
 * Signs a request. One that creates is dated so that the store itself refuses it a minute from now, and by a second of its own: the
 * store remembers one nonce for each second, and a second copy of the request is refused while it does. Any other is dated now, for of
 * those nothing is worse done twice.
 */
export async function sign(
  request: RestRequest,
  url: URL,
  store: StoreAccess,
  context: ListerContext,
): Promise<void> {
  const { consumerKey = '', consumerSecret = '' } = store.credentials;
  const now = Math.floor(storeNow(store, context) / 1000);
  const second = isCreate(request) ? await ownSecond(now, store, context) : now;
  const origin = signedAs(store) ?? url.origin;
  await signInto(url, request.method, { consumerKey, consumerSecret }, { second, origin });
}

async function ownSecond(now: number, store: StoreAccess, context: ListerContext): Promise<number> {
  const told = toldIn(store);
  const oldest = now - windowSeconds + lifetimeSeconds;
  // A clock that was set back leaves no seconds behind it.
  const last = told.lastSecond > oldest + 2 * aheadSeconds ? 0 : told.lastSecond;
  told.lastSecond = Math.max(oldest, last + 1);
  const second = told.lastSecond;
  const early = second - oldest - aheadSeconds;
  if (early > 0) {
    await context.sleep(early * 1000, context.signal);
  }
  return second;
}
