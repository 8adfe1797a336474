import { AppError } from '@bowerbird/contract/errors';
import type { ListerContext, StoreAccess } from '../../listing/store.ts';
import { askOnce, jsonOf, originOf } from '../../listing/store-client.ts';
import { isObject, type UnreadObject } from '../../unread.ts';
import { bucket } from './limits.ts';
import { failureOf } from './said.ts';

/** Milliseconds after which our side gives up on one request; the store may go on (`docs/listing-protocol.md`, Rules of time). */
export const timeoutMs = 30_000;
const readTriesMax = 4;
/** A store that says so oftener about one read is not waited for any longer. */
const throttledMax = 30;

/** What the API is asked in, newest first (`readme.md`, Versions and answers). */
export const versions = ['2026-01', '2022-01'] as const;
export type Version = (typeof versions)[number];

/** Of these the status says enough, whoever answers; what is wrong with a product only the API's own words can say. */
const ownStatuses: ReadonlySet<number> = new Set([401, 402, 403, 423, 429]);

/** The version this store was found to speak. */
export function versionOf({ prepared }: StoreAccess): Version {
  return versions.find((version) => version === prepared.version) ?? versions[0];
}

export interface ApiRequest {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below the version: `/products`. */
  route: string;
  query?: readonly (readonly [name: string, value: string])[];
  json?: object;
}

/** What the API said: JSON of its own, unwrapped, or nothing that can be believed. */
export type ApiAnswer =
  | { kind: 'json'; status: number; body: UnreadObject; headers: Headers }
  | { kind: 'unclear'; status: number | null; because: string; failure: AppError };

/** Sends one request, once. Never throws for what the store or the network does. */
export async function ask(
  { method, route, query = [], json }: ApiRequest,
  store: StoreAccess,
  context: ListerContext,
  { gated }: { gated: boolean },
): Promise<ApiAnswer> {
  const url = new URL(`${originOf(store.domain)}/openapi/${versionOf(store)}${route}`);
  for (const [name, value] of query) {
    url.searchParams.append(name, value);
  }
  const answer = await askOnce(
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
    // The one thing the API tells of its limit is that it is used up (`readme.md`, Rate limits).
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
  // That something is gone, only the API itself can say; any other page that is not there is no word of it.
  const failure =
    status === 404 || status === 410
      ? new AppError('store.not-found', because)
      : ownStatuses.has(status)
        ? failureOf(status, null)
        : new AppError('store.unwell', because);
  return { kind: 'unclear', status, because, failure: waiting(failure, headers) };
}

/** Sends a read, asking again for what time heals. Throws with a name for what it does not. */
export async function readJson(
  request: ApiRequest,
  store: StoreAccess,
  context: ListerContext,
): Promise<UnreadObject> {
  let throttled = 0;
  for (let tries = 1; ; tries += 1) {
    await context.pace(1);
    const answer = await ask(request, store, context, { gated: false });
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
    const heals = /^(?:store\.(?:unreachable|unwell|rate-limited)|address\.unreachable)$/.test(failure.code);
    if (!heals || tries >= readTriesMax || throttled > throttledMax) {
      throw failure;
    }
    await context.sleep(failure.waitMs ?? 250 * 2 ** Math.max(1, tries), context.signal);
  }
}

/** `{"code":"Success","data":{…}}` is what it holds (`readme.md`, Versions and answers), however often it is wrapped. */
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
