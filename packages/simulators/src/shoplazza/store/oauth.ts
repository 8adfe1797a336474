import { isObject } from '@bowerbird/platforms/reading/unread';
import type { StoreSettings } from './settings.ts';

/** Lifetime of a granted token, in milliseconds. */
const lifeMs = 24 * 3_600_000;

/**
 * Answers `GET /admin/oauth/authorize`: the merchant consents at once and is redirected back with a code signed by the
 * shop (`shoplazza/readme.md`, Credentials). Refuses another app's id.
 */
export async function consent({ searchParams, host }: URL, { app }: StoreSettings): Promise<Response> {
  const back = URL.parse(searchParams.get('redirect_uri') ?? '');
  if (searchParams.get('client_id') !== app.clientId || back === null) {
    return Response.json({ error: 'invalid_client' }, { status: 400 });
  }
  const stated = { code: crypto.randomUUID(), shop: host, state: searchParams.get('state') ?? '' };
  const signed = Object.entries(stated)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .sort()
    .join('&');
  back.search = `${signed}&hmac=${await signatureOf(signed, app.clientSecret)}`;
  return new Response(null, { status: 302, headers: { location: back.href } });
}

async function signatureOf(text: string, secret: string): Promise<string> {
  const encode = (part: string) => new TextEncoder().encode(part);
  const key = await crypto.subtle.importKey('raw', encode(secret), { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
  ]);
  const signature = new Uint8Array(await crypto.subtle.sign('HMAC', key, encode(text)));
  return Array.from(signature, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * Answers `POST /admin/oauth/token`: a token for a code or for an earlier grant (`shoplazza/readme.md`, Credentials).
 */
export async function grant(
  request: Request,
  { app, scopes }: StoreSettings,
  granted: Set<string>,
  now: number,
): Promise<Response> {
  const text = await request.text();
  const requested = fieldsOf(text);
  const isClient = requested.client_id === app.clientId && requested.client_secret === app.clientSecret;
  const isRenewal = requested.grant_type === 'refresh_token' && requested.refresh_token === app.refreshToken;
  const isFirst = requested.grant_type === 'authorization_code' && Boolean(requested.code);
  if (!isClient || !(isRenewal || isFirst)) {
    return Response.json({ error: 'invalid_client' }, { status: 401 });
  }
  const token = `granted-${granted.size + 1}-${now.toString(36)}`;
  granted.add(token);
  return Response.json({
    access_token: token,
    refresh_token: app.refreshToken,
    expires_at: Math.floor((now + lifeMs) / 1000),
    expires_in: lifeMs / 1000,
    scope: scopes.join(' '),
  });
}

function fieldsOf(text: string): Record<string, unknown> {
  try {
    const body: unknown = JSON.parse(text);
    return isObject(body) ? { ...body } : {};
  } catch {
    return Object.fromEntries(new URLSearchParams(text));
  }
}
