import { isObject } from '../../../unread.ts';
import type { StoreSettings } from './settings.ts';

/** How long a granted token lives. */
const lifeMs = 24 * 3_600_000;

/** `POST /admin/oauth/token`: a token for a code, or for what was granted with one (platform notes 3.1). */
export async function grant(
  request: Request,
  { app, scopes }: StoreSettings,
  granted: Set<string>,
  now: number,
): Promise<Response> {
  const text = await request.text();
  const asked = fieldsOf(text);
  const isClient = asked.client_id === app.clientId && asked.client_secret === app.clientSecret;
  const isRenewal = asked.grant_type === 'refresh_token' && asked.refresh_token === app.refreshToken;
  const isFirst = asked.grant_type === 'authorization_code' && Boolean(asked.code);
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
