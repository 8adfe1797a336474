import { AppError } from '@bowerbird/contract/errors';
import type { ListerContext, StoreAccess } from '../../../listing/store/access.ts';
import { jsonOf, originOf, requestOnce } from '../../../listing/store/client.ts';
import { isObject, type UnreadObject } from '../../../reading/unread.ts';
import { bucket } from '../limits.ts';
import { failureOf } from '../write/said.ts';

/**
 * Milliseconds after which our side gives up on one request; the store may continue (`docs/listing-protocol.md`, Rules
 * of time).
 */
export const timeoutMs = 30_000;
const readTriesMax = 4;
/** Largest number of throttled answers to one read before we stop waiting. */
const throttledMax = 30;

/** API versions that are tried, newest first (`readme.md`, Versions and answers). */
export const versions = ['2026-01', '2022-01'] as const;
export type Version = (typeof versions)[number];

/**
 * For these, the status is sufficient, whatever server answers; only the API's own messages say what is wrong with a
 * product.
 */
const ownStatuses: ReadonlySet<number> = new Set([401, 402, 403, 423, 429]);

/** The version that this store was found to support. */
export function versionOf({ prepared }: StoreAccess): Version {
  return versions.find((version) => version === prepared.version) ?? versions[0];
}

export interface ApiRequest {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Path below the version: `/products`. */
  route: string;
  query?: readonly (readonly [name: string, value: string])[];
  json?: object;
}

/** An answer: the API's own JSON, unwrapped, or nothing reliable. */
export type ApiAnswer =
  | { kind: 'json'; status: number; body: UnreadObject; headers: Headers }
  | { kind: 'unclear'; status: number | null; because: string; failure: AppError };

/** Sends one request, once. Never throws for store or network errors. */
export async function call(
  { method, route, query = [], json }: ApiRequest,
  store: StoreAccess,
  context: ListerContext,
  { gated }: { gated: boolean },
): Promise<ApiAnswer> {
  const url = new URL(`${originOf(store.domain)}/openapi/${versionOf(store)}${route}`);
  for (const [name, value] of query) {
    url.searchParams.append(name, value);
  }
  const answer = await requestOnce(
    {
      method,
      url: url.href,
      headers: {
        accept: 'application/json',
        'access-token': store.credentials.token ?? '',
        ...(json !== undefined && { 'content-type': 'application/json' }),
      },
      ...(json !== undefined && { body: JSON.stringify(json) }),
    },
    store,
    context,
    { gated, timeoutMs },
  );
  if (answer.kind === 'silent') {
    return { kind: 'unclear', status: null, because: answer.because, failure: answer.failure };
  }
  const { status, headers, text } = answer;
  if (status === 429) {
    // The API reports only one thing about its limit: that it is used up (`readme.md`, Rate limits).
    const full = { maximumAvailable: bucket.maximum, currentlyAvailable: 0, restoreRate: bucket.restoreRate };
    context.throttled(full, 1, 1);
  }
  const body = jsonOf(text);
  if (status < 300 && text.trim() === '') {
    return { kind: 'json', status, body: {}, headers };
  }
  if (isObject(body) && (status < 300 || status >= 400)) {
    return { kind: 'json', status, body: status < 300 ? unwrapped(body) : body, headers };
  }
  const because = `HTTP ${status} without JSON`;
  // Only the API itself can say that something is gone; any other page that is not found says nothing about it.
  const failure =
    status === 404 || status === 410
      ? new AppError('store.not-found', because)
      : ownStatuses.has(status)
        ? failureOf(status, null)
        : new AppError('store.unwell', because);
  return { kind: 'unclear', status, because, failure: waiting(failure, headers) };
}

/** Sends a read and retries temporary failures. Throws a named error for all others. */
export async function readJson(
  request: ApiRequest,
  store: StoreAccess,
  context: ListerContext,
): Promise<UnreadObject> {
  let throttled = 0;
  for (let tries = 1; ; tries += 1) {
    await context.pace(1);
    const answer = await call(request, store, context, { gated: false });
    if (answer.kind === 'json' && answer.status < 300) {
      return answer.body;
    }
    const failure =
      answer.kind === 'json'
        ? waiting(failureOf(answer.status, answer.body), answer.headers)
        : answer.failure;
    if (failure.code === 'store.rate-limited') {
      throttled += 1;
      tries -= 1;
    }
    const repairs = /^(?:store\.(?:unreachable|unwell|rate-limited)|address\.unreachable)$/.test(
      failure.code,
    );
    if (!repairs || tries >= readTriesMax || throttled > throttledMax) {
      throw failure;
    }
    await context.sleep(failure.waitMs ?? 250 * 2 ** Math.max(1, tries), context.signal);
  }
}

/**
 * Returns the content of `{"code":"Success","data":{…}}` (`readme.md`, Versions and answers), however often it is
 * wrapped.
 */
function unwrapped(body: UnreadObject): UnreadObject {
  const isWrapping = isObject(body.data) && (body.code === 'Success' || Object.keys(body).length === 1);
  return isWrapping && isObject(body.data) ? unwrapped(body.data) : body;
}

function waiting(failure: AppError, headers: Headers): AppError {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  return Number.isFinite(seconds) && failure.code === 'store.rate-limited'
    ? new AppError(failure.code, failure.message, {
        params: failure.params,
        waitMs: Math.min(60_000, Math.max(0, seconds) * 1000),
      })
    : failure;
}
