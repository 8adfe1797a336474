import { AppError, type ErrorCode } from '@bowerbird/contract/errors';
import { isObject, textOf } from '../../reading/unread.ts';
import type { ListerContext, StoreAccess } from '../store/access.ts';
import { jsonOf, originOf, requestOnce, type StoreAnswer, shorten } from '../store/client.ts';

const readTriesMax = 4;

/** One request to the REST API of a WordPress site, whatever plugin answers it. */
export interface RestRequest {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Route below the API's root, such as `/wp/v2/posts`. */
  route: string;
  query?: Record<string, string>;
  json?: unknown;
  file?: { bytes: Uint8Array<ArrayBuffer>; type: string; name: string };
}

/** Answer of the API: JSON of its own, or nothing that can be trusted. */
export type RestAnswer =
  | { kind: 'json'; status: number; body: unknown; headers: Headers }
  | { kind: 'unclear'; because: string; failure: AppError };

/** The platform-specific part of requests. */
export interface RestDialect {
  /** Milliseconds after which we give up on one request. */
  timeoutMs: number;
  /** Authenticates the request; may also add to the query. */
  signIn(
    request: RestRequest,
    url: URL,
    store: StoreAccess,
    context: ListerContext,
  ): Promise<Record<string, string>>;
  /** Receives the headers of every answer. */
  heard?(headers: Headers, store: StoreAccess, context: ListerContext): void;
  /** Returns the named error for a refusal of the API. */
  failureOf(status: number, body: unknown): AppError;
}

/** A site's REST API as one platform uses it. */
export interface RestClient {
  /** Sends one request, once. Never throws for what the site or the network does. */
  call(
    request: RestRequest,
    store: StoreAccess,
    context: ListerContext,
    how: { gated: boolean },
  ): Promise<RestAnswer>;
  /** Sends a read, and retries errors that may pass with time. Throws a named error for others. */
  readJson(
    request: RestRequest,
    store: StoreAccess,
    context: ListerContext,
  ): Promise<{ body: unknown; headers: Headers }>;
  failureOf: RestDialect['failureOf'];
}

export function restClient({ timeoutMs, signIn, heard, failureOf }: RestDialect): RestClient {
  const call: RestClient['call'] = async (request, store, context, { gated }) => {
    const { file } = request;
    const url = addressOf(rootOf(store), request);
    const signed = await signIn(request, url, store, context);
    const answer = await requestOnce(
      {
        method: request.method,
        url: url.href,
        headers: {
          accept: 'application/json',
          ...signed,
          ...(request.json !== undefined && { 'content-type': 'application/json' }),
          ...(file && {
            'content-type': file.type,
            'content-disposition': `attachment; filename="${file.name}"`,
          }),
        },
        ...(file
          ? { body: file.bytes }
          : request.json !== undefined && { body: JSON.stringify(request.json) }),
      },
      store,
      context,
      { gated, timeoutMs },
    );
    if (answer.kind === 'answer') {
      heard?.(answer.headers, store, context);
    }
    return read(answer);
  };
  return {
    call,
    failureOf,
    async readJson(request, store, context) {
      for (let tries = 1; ; tries += 1) {
        await context.pace(1);
        const answer = await call(request, store, context, { gated: false });
        if (answer.kind === 'json' && answer.status < 400) {
          return answer;
        }
        const failure = answer.kind === 'json' ? failureOf(answer.status, answer.body) : answer.failure;
        const repairs = failure.code === 'store.unreachable' || failure.code === 'store.unwell';
        if (!repairs || tries >= readTriesMax) {
          throw failure;
        }
        await context.sleep(failure.waitMs ?? 250 * 2 ** tries, context.signal);
      }
    },
  };
}

/** Returns the API's root of a site: the one that `prepare` found, else the default one. */
export function rootOf({ prepared, domain }: StoreAccess): string {
  return typeof prepared.root === 'string' ? prepared.root : `${originOf(domain)}/wp-json/`;
}

/**
 * Returns the possible roots of the API: on a site with plain permalinks it is in the query (`wordpress/readme.md`,
 * Recognising a shop).
 */
export function rootsOf({ domain, prepared }: StoreAccess): string[] {
  const site = originOf(domain);
  return typeof prepared.root === 'string'
    ? [prepared.root]
    : [`${site}/wp-json/`, `${site}/?rest_route=/`, `${site}/index.php?rest_route=/`];
}

/** Returns the site in what a person pastes: its host, and its folder where it has one. */
export function siteIn(pasted: string): string | null {
  const given = pasted.trim();
  const url = URL.parse(/^https?:\/\//i.test(given) ? given : `https://${given}`);
  if (url === null || (!url.hostname.includes('.') && url.hostname !== 'localhost')) {
    return null;
  }
  const path = url.pathname
    .replace(/\/(?:wp-admin|wp-json|wp-login\.php|index\.php)(?:\/[\s\S]*)?$/, '')
    .replace(/(?<!\/)\/+$/, '');
  return `${url.host}${path}`;
}

/** Returns the code and message of a refusal in the API's own form; null for anything else. */
export function saidIn(body: unknown): { code: string; message: string } | null {
  const code = isObject(body) ? textOf(body.code) : null;
  const message = isObject(body) ? (textOf(body.message) ?? '') : '';
  return code === null ? null : { code, message: shorten(message.replaceAll(/<[^<>]*>/g, ' ')) };
}

/** Returns the Basic authorization header, in UTF-8. */
export function basic(user: string, password: string): string {
  return `Basic ${btoa(String.fromCharCode(...new TextEncoder().encode(`${user}:${password}`)))}`;
}

function read(answer: StoreAnswer): RestAnswer {
  if (answer.kind === 'silent') {
    return { kind: 'unclear', because: answer.because, failure: answer.failure };
  }
  const { status, headers, text } = answer;
  // A careless plugin may print notices before the JSON (`wordpress/readme.md`, Errors).
  const body = jsonOf(text) ?? jsonOf(text.slice(Math.max(0, text.search(/[[{]/))));
  const isOwn = typeof body === 'object' && body !== null && (status < 400 || saidIn(body) !== null);
  if (isOwn) {
    return { kind: 'json', status, body, headers };
  }
  const because = `HTTP ${status} without JSON`;
  return { kind: 'unclear', because, failure: new AppError(ofStatus[status] ?? 'store.unwell', because) };
}

/** What a page of an intermediate server means, whatever it says. */
const ofStatus: Readonly<Record<number, ErrorCode>> = { 403: 'store.blocked-us', 404: 'store.not-found' };

/** Reports whether a refusal is WordPress's own for a missing permission, and not that of a firewall or a plugin. */
export function isMissingRight(code: string): boolean {
  return /^(?:woocommerce_)?rest_(?:[a-z]+_)*(?:cannot|forbidden)(?:_|$)/.test(code);
}

function addressOf(root: string, { route, query = {} }: RestRequest): URL {
  const url = new URL(root);
  if (url.searchParams.has('rest_route')) {
    url.searchParams.set('rest_route', route);
  } else {
    url.pathname = url.pathname.replace(/\/$/, '') + route;
  }
  for (const [name, value] of Object.entries(query)) {
    url.searchParams.set(name, value);
  }
  return url;
}
