import type { ListerContext, StoreAccess } from '../../../listing/store/access.ts';
import type { RestRequest } from '../../../listing/wordpress/client.ts';
import { isObject } from '../../../reading/unread.ts';
import { perSession } from './session.ts';
import { signInto } from './sign.ts';

/**
 * How we sign in: by the header, in the query where the server drops the header (`readme.md`, Credentials), or by
 * signing every request where the store sees no https and so ignores keys (recorded).
 */
export type SignIn = 'header' | 'query' | 'signed';

export const batchRoute = '/wc/v3/products/batch';

/**
 * The store rejects requests dated longer ago than this (its `check_oauth_timestamp_and_nonce`; seen on both versions).
 */
const windowSeconds = 15 * 60;
/** How long the store accepts a creating request, in seconds; the request is dated accordingly. */
const lifetimeSeconds = 60;
/** How far ahead seconds may be used up before we wait for the clock. */
const aheadSeconds = 30;

interface Stated {
  /** The store's clock as it last reported it, and ours at that moment. */
  clock: { storeMs: number; at: number } | null;
  lastSecond: number;
}

const statedIn = perSession<Stated>(() => ({ clock: null, lastSecond: 0 }));

export function signInOf({ prepared }: Pick<StoreAccess, 'prepared'>): SignIn {
  return prepared.signIn === 'signed' || prepared.signIn === 'query' ? prepared.signIn : 'header';
}

/**
 * Returns the address that the store uses for itself when it checks a signature, as `prepare` proved it; null where it
 * accepts no signature.
 */
export function signedAs({ prepared }: Pick<StoreAccess, 'prepared'>): string | null {
  return typeof prepared.signedAs === 'string' ? prepared.signedAs : null;
}

/**
 * Reports whether a request is sent signed: each that creates a product where the store accepts signatures, and all
 * where it sees no https.
 */
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

/** Learns the store's time from an answer of its own, not from one cached on the way. */
export function hear(headers: Headers, store: StoreAccess, context: Pick<ListerContext, 'now'>): void {
  const storeMs = Date.parse(headers.get('date') ?? '');
  if (!Number.isNaN(storeMs) && headers.get('age') === null) {
    statedIn(store).clock = { storeMs, at: context.now() };
  }
}

/** Returns the store's own time, in milliseconds since 1970. */
function storeNow(store: StoreAccess, context: Pick<ListerContext, 'now'>): number {
  const { clock } = statedIn(store);
  const { clockAheadMs } = store.prepared;
  return clock === null
    ? Date.now() + (typeof clockAheadMs === 'number' ? clockAheadMs : 0)
    : clock.storeMs + (context.now() - clock.at);
}

/**
 * Signs a request. A creating request is dated so that the store itself rejects it a minute from now, and with a second
 * that no other request uses: the store remembers one nonce for each second, and meanwhile rejects a second copy of the
 * request. Any other request is dated now, as repeating it does no harm.
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
  const stated = statedIn(store);
  const oldest = now - windowSeconds + lifetimeSeconds;
  // When the clock was set back, the seconds used before do not count.
  const last = stated.lastSecond > oldest + 2 * aheadSeconds ? 0 : stated.lastSecond;
  stated.lastSecond = Math.max(oldest, last + 1);
  const second = stated.lastSecond;
  const early = second - oldest - aheadSeconds;
  if (early > 0) {
    await context.sleep(early * 1000, context.signal);
  }
  return second;
}
