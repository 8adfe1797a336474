import { AppError, type ErrorCode } from '@bowerbird/contract/errors';
import { askOnce, jsonOf, originOf, type StoreAnswer, shorten } from '../../listing/store-client.ts';
import type { ListerContext, StoreAccess } from '../../platform.ts';
import { isObject, textOf } from '../../unread.ts';

/** Milliseconds after which our side gives up on one request; the site may go on (exactly-once, section 4). */
export const timeoutMs = 60_000;
const readTriesMax = 4;

export interface RestRequest {
  method: 'GET' | 'POST' | 'DELETE';
  /** Below the API's root: `/wp/v2/posts`. */
  route: string;
  query?: Record<string, string>;
  json?: unknown;
  file?: { bytes: Uint8Array<ArrayBuffer>; type: string; name: string };
}

/** What the API said: JSON of its own, or nothing that can be believed. */
export type RestAnswer =
  | { kind: 'json'; status: number; body: unknown; headers: Headers }
  | { kind: 'unclear'; because: string; failure: AppError };

/** The API's root of a site: what `prepare` found, else where it stands by default. */
export function rootOf({ prepared, domain }: StoreAccess): string {
  return typeof prepared.root === 'string' ? prepared.root : `${originOf(domain)}/wp-json/`;
}

/** Sends one request, once. Never throws for what the site or the network does. */
export async function ask(
  request: RestRequest,
  store: StoreAccess,
  context: ListerContext,
  { gated }: { gated: boolean },
): Promise<RestAnswer> {
  const { user = '', applicationPassword = '' } = store.credentials;
  const { file } = request;
  const answer = await askOnce(
    {
      method: request.method,
      url: addressOf(rootOf(store), request),
      headers: {
        accept: 'application/json',
        authorization: `Basic ${base64(`${user}:${applicationPassword}`)}`,
        ...(request.json !== undefined && { 'content-type': 'application/json' }),
        ...(file && {
          'content-type': file.type,
          'content-disposition': `attachment; filename="${file.name}"`,
        }),
      },
      ...(file ? { body: file.bytes } : request.json !== undefined && { body: JSON.stringify(request.json) }),
    },
    store,
    context,
    { gated, timeoutMs },
  );
  return read(answer);
}

/** Sends a read, asking again for what time heals. Throws with a name for what it does not. */
export async function readJson(
  request: RestRequest,
  store: StoreAccess,
  context: ListerContext,
): Promise<{ body: unknown; headers: Headers }> {
  for (let tries = 1; ; tries += 1) {
    await context.pace(1);
    const answer = await ask(request, store, context, { gated: false });
    if (answer.kind === 'json' && answer.status < 400) {
      return answer;
    }
    const failure = answer.kind === 'json' ? failureOf(answer.status, answer.body) : answer.failure;
    const heals = failure.code === 'store.unreachable' || failure.code === 'store.unwell';
    if (!heals || tries >= readTriesMax) {
      throw failure;
    }
    await context.sleep(failure.waitMs ?? 250 * 2 ** tries, context.signal);
  }
}

/** The code and words of a refusal in the API's own form; null for anything else. */
export function saidIn(body: unknown): { code: string; message: string } | null {
  const code = isObject(body) ? textOf(body.code) : null;
  const message = isObject(body) ? (textOf(body.message) ?? '') : '';
  return code === null ? null : { code, message: shorten(message.replaceAll(/<[^>]*>/g, ' ')) };
}

/** Names a refusal of the API. */
export function failureOf(status: number, body: unknown): AppError {
  const said = saidIn(body);
  const words = said === null ? `HTTP ${status}` : `${said.code}: ${said.message}`;
  return new AppError(codeOf(status, said?.code ?? ''), words, { params: { message: said?.message ?? '' } });
}

function codeOf(status: number, code: string): ErrorCode {
  if (
    /^(incorrect_password|invalid_username|invalid_email|rest_not_logged_in)$/.test(code) ||
    status === 401
  ) {
    return 'store.access-denied';
  }
  if (status === 403) {
    return 'store.scope-missing';
  }
  if (code === 'rest_no_route') {
    return 'store.not-found';
  }
  return status === 404
    ? 'store.product-gone'
    : status >= 500 || status === 429
      ? 'store.unwell'
      : 'store.rejected-product';
}

function read(answer: StoreAnswer): RestAnswer {
  if (answer.kind === 'silent') {
    return { kind: 'unclear', because: answer.because, failure: answer.failure };
  }
  const { status, headers, text } = answer;
  // Notices of a careless plugin may stand before the JSON (platform notes 5).
  const body = jsonOf(text) ?? jsonOf(text.slice(Math.max(0, text.search(/[[{]/))));
  const isOwn = typeof body === 'object' && body !== null && (status < 400 || saidIn(body) !== null);
  if (isOwn) {
    return { kind: 'json', status, body, headers };
  }
  const because = `HTTP ${status} without JSON`;
  return {
    kind: 'unclear',
    because,
    failure: new AppError(status === 404 ? 'store.not-found' : 'store.unwell', because),
  };
}

function addressOf(root: string, { route, query = {} }: RestRequest): string {
  const url = new URL(root);
  if (url.searchParams.has('rest_route')) {
    url.searchParams.set('rest_route', route);
  } else {
    url.pathname = url.pathname.replace(/\/$/, '') + route;
  }
  for (const [name, value] of Object.entries(query)) {
    url.searchParams.set(name, value);
  }
  return url.href;
}

function base64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)));
}
