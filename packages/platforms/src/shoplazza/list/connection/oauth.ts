import { AppError } from '@bowerbird/contract/errors';
import type { AppGrant, ListerContext, StoreAccess } from '../../../listing/store/access.ts';
import { textOf as bodyOf, jsonOf, originOf } from '../../../listing/store/client.ts';
import { isObject, textOf, wholeOf } from '../../../reading/unread.ts';
import { timeoutMs } from './client.ts';

/** Permissions that an app requests (`readme.md`, Credentials). */
export const scopes = [
  'read_product',
  'write_product',
  'read_collection',
  'write_collection',
  'read_shop',
] as const;

/** Assumed token lifetime in milliseconds, when the store gives no expiry. */
const lifeAssumedMs = 24 * 3_600_000;

/**
 * Returns the address where a merchant grants an app its permissions; the store redirects back to `redirectUri` with a
 * code.
 */
export function authorizeAddress(
  domain: string,
  { clientId, redirectUri, state }: { clientId: string; redirectUri: string; state: string },
): string {
  const url = new URL(`${originOf(domain)}/admin/oauth/authorize`);
  url.search = new URLSearchParams({
    client_id: clientId,
    scope: scopes.join(' '),
    redirect_uri: redirectUri,
    response_type: 'code',
    state,
  }).toString();
  return url.href;
}

/**
 * Reports whether the store itself redirected the merchant back: its signature covers everything else in the address,
 * in order.
 */
export async function isGenuine(query: string, clientSecret: string): Promise<boolean> {
  const parts = query.replace(/^\?/, '').split('&').filter(Boolean);
  const given = parts.find((part) => part.startsWith('hmac='))?.slice('hmac='.length) ?? '';
  const signed = parts
    .filter((part) => !part.startsWith('hmac='))
    .sort()
    .join('&');
  const encode = (text: string) => new TextEncoder().encode(text);
  const bytes = Uint8Array.from(given.match(/[\da-f]{2}/gi) ?? [], (pair) => Number.parseInt(pair, 16));
  const key = await crypto.subtle.importKey(
    'raw',
    encode(clientSecret),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['verify'],
  );
  return await crypto.subtle.verify('HMAC', key, bytes, encode(signed));
}

/** Exchanges a code, or an earlier grant, for a token and a refresh token. */
export async function tokenFor(
  grant: { code: string; redirectUri: string } | { refreshToken: string },
  store: StoreAccess,
  context: ListerContext,
): Promise<{ credentials: Record<string, string>; expiresAt: string }> {
  const { clientId = '', clientSecret = '' } = store.credentials;
  const requestedAt = Date.now();
  const answer = await context
    .fetch(`${originOf(store.domain)}/admin/oauth/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({
        client_id: clientId,
        client_secret: clientSecret,
        ...('code' in grant
          ? { grant_type: 'authorization_code', code: grant.code, redirect_uri: grant.redirectUri }
          : { grant_type: 'refresh_token', refresh_token: grant.refreshToken }),
      }),
      redirect: 'manual',
      signal: AbortSignal.any([context.signal, AbortSignal.timeout(timeoutMs)]),
    })
    .catch((thrown: unknown) => {
      const failure = AppError.from(thrown);
      throw failure.code === 'unexpected'
        ? new AppError('store.unreachable', 'the token request had no answer')
        : failure;
    });
  const body = jsonOf((await bodyOf(answer)).slice(0, 10_000));
  if (answer.status !== 200) {
    throw refusedGrant(answer.status, isObject(body));
  }
  const token = isObject(body) ? textOf(body.access_token) : null;
  if (!isObject(body) || token === null) {
    throw new AppError('store.unwell', 'the token answer was not understood');
  }
  const refreshToken = textOf(body.refresh_token);
  return {
    credentials: { token, ...(refreshToken !== null && { refreshToken }) },
    expiresAt: new Date(endOf(body, requestedAt)).toISOString(),
  };
}

/** The OAuth flow of an app through the shop, from the merchant's consent to the first token. */
export const grant: AppGrant = {
  address: ({ domain, credentials }, { returnsTo, state }) =>
    authorizeAddress(domain, { clientId: credentials.clientId ?? '', redirectUri: returnsTo, state }),

  async redeem(query, returnsTo, store, context) {
    const stated = new URLSearchParams(query);
    const code = stated.get('code') ?? '';
    if (stated.has('error') || code === '') {
      throw new AppError('store.grant-denied', `the shop sent back: ${stated.get('error') ?? 'no code'}`);
    }
    if (!(await isGenuine(query, store.credentials.clientSecret ?? ''))) {
      throw new AppError('store.grant-unsigned', 'not signed with this secret', {
        params: { field: 'clientSecret' },
      });
    }
    return await tokenFor({ code, redirectUri: returnsTo }, store, context);
  },
};

/** Returns a new token for an app connected by OAuth; null for a pasted token, which stays. */
export async function renew(
  store: StoreAccess,
  context: ListerContext,
): Promise<{ credentials: Record<string, string>; expiresAt: string } | null> {
  const { refreshToken = '' } = store.credentials;
  return store.connection === 'app' && refreshToken !== ''
    ? await tokenFor({ refreshToken }, store, context)
    : null;
}

function endOf(body: { readonly [key: string]: unknown }, requestedAt: number): number {
  const seconds = wholeOf(body.expires_in);
  const at = wholeOf(body.expires_at);
  return seconds !== null
    ? requestedAt + seconds * 1000
    : at !== null
      ? at * (at > 1e12 ? 1 : 1000)
      : requestedAt + lifeAssumedMs;
}

/** `isOwn`: in the API's own format, and not a page of something before it. */
function refusedGrant(status: number, isOwn: boolean): AppError {
  const said = `token request: HTTP ${status}`;
  if (status === 403 && !isOwn) {
    return new AppError('store.blocked-us', said);
  }
  if (status === 400 || status === 401 || status === 403 || status === 422) {
    return new AppError('store.credentials-wrong', said, { params: { field: 'clientSecret' } });
  }
  return new AppError(status === 404 ? 'store.not-found' : 'store.unwell', said);
}
