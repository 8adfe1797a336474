import { AppError } from '@bowerbird/contract/errors';
import type { ListerContext, StoreAccess } from '../../listing/store/access.ts';
import { jsonOf, originOf, requestOnce, shorten } from '../../listing/store/client.ts';
import { isObject, textOf } from '../../reading/unread.ts';
import { failureOf, type Said } from './said.ts';

/**
 * Milliseconds after which our side gives up on one request; the store may continue (`docs/listing-protocol.md`, Rules
 * of time).
 */
export const timeoutMs = 60_000;
/** Host of the Open API of all shops, unless a shop was given another one (`readme.md`, Credentials). */
const commonApi = 'openapi.oemapps.com';
const readTriesMax = 4;
/** Milliseconds to wait when the store says "too many at once" (`readme.md`, Rate limits). */
export const throttleWaitsMs = [5000, 10_000, 20_000, 40_000] as const;

export interface ApiRequest {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  query?: Record<string, string>;
  json?: unknown;
}

/** Answer to one request. Neither a success nor a message proves what was done; see `write.ts`. */
export type Answer =
  | { kind: 'data'; data: unknown }
  | { kind: 'said'; said: Said }
  | { kind: 'unclear'; because: string; failure: AppError };

/** Sends one request, once. Never throws for store or network errors; only for our own stop and for the gate. */
export async function call(
  { method, path, query = {}, json }: ApiRequest,
  store: StoreAccess,
  context: ListerContext,
  { gated }: { gated: boolean },
): Promise<Answer> {
  const url = new URL(path, apiOf(store));
  url.search = new URLSearchParams(query).toString();
  const answer = await requestOnce(
    {
      method,
      url: url.href,
      headers: {
        accept: 'application/json',
        token: store.credentials.token ?? '',
        ...(json !== undefined && { 'content-type': 'application/json' }),
      },
      ...(json !== undefined && { body: JSON.stringify(json) }),
    },
    store,
    context,
    { gated, timeoutMs },
  );
  return answer.kind === 'silent'
    ? { kind: 'unclear', because: answer.because, failure: answer.failure }
    : read(answer.status, answer.text);
}

/**
 * Sends a read and returns its data; retries temporary failures. Throws a named error for all others. `paid` means that
 * the write has already paid for the first request.
 */
export async function readData(
  request: ApiRequest,
  store: StoreAccess,
  context: ListerContext,
  { paid = false } = {},
): Promise<unknown> {
  let throttled = 0;
  for (let tries = 1; ; tries += 1) {
    if (tries > 1 || !paid) {
      await context.pace(1);
    }
    const answer = await call(request, store, context, { gated: false });
    if (answer.kind === 'data') {
      return answer.data;
    }
    const failure = answer.kind === 'said' ? failureOf(answer.said) : answer.failure;
    if (failure.code === 'store.rate-limited') {
      const waitMs = throttleWaitsMs[throttled];
      if (waitMs === undefined) {
        throw failure;
      }
      throttled += 1;
      await context.sleep(waitMs, context.signal);
      continue;
    }
    const repairs = failure.code === 'store.unreachable' || failure.code === 'store.unwell';
    if (!repairs || tries - throttled >= readTriesMax) {
      throw failure;
    }
    await context.sleep(250 * 2 ** tries, context.signal);
  }
}

/**
 * Reads a complete product from the store; returns null when it does not exist. Only this call returns its description.
 */
export async function readProduct(
  id: string,
  store: StoreAccess,
  context: ListerContext,
  how: { paid?: boolean } = {},
): Promise<Record<string, unknown> | null> {
  const path = `/products/${encodeURIComponent(id)}`;
  try {
    const data = await readData({ method: 'GET', path }, store, context, how);
    if (!isObject(data)) {
      throw new AppError('store.unwell', 'an answer without the product');
    }
    return data;
  } catch (thrown) {
    if (thrown instanceof AppError && isGone(thrown)) {
      return null;
    }
    throw thrown;
  }
}

/** For a read by id, "data does not exist" can only concern the id. */
function isGone({ code, params }: AppError): boolean {
  return code === 'store.product-gone' || params.message === '数据不存在';
}

/** Returns the host of the API: the one given to a shop, otherwise the common one; a simulated shop answers itself. */
function apiOf({ credentials: { apiDomain = '' }, domain }: StoreAccess): string {
  const given = apiDomain
    .trim()
    .replace(/^https?:\/\//i, '')
    .replace(/\/[\s\S]*$/, '');
  const isSimulated = originOf(domain).startsWith('http:');
  return originOf(given || (isSimulated ? domain : commonApi));
}

const yes: ReadonlySet<unknown> = new Set([0, '0', 200, '200', 'success']);

/**
 * Reads an answer: every one is HTTP 200 with the envelope; anything else came from an intermediate server
 * (`readme.md`, Versions and answers).
 */
function read(status: number, text: string): Answer {
  const body = jsonOf(text);
  const envelope = isObject(body) && 'code' in body ? body : null;
  if (envelope === null || (status !== 200 && status !== 404 && status !== 401)) {
    const because = `HTTP ${status}${envelope === null ? ' without an answer of the API' : ''}`;
    return { kind: 'unclear', because, failure: new AppError(failureOfStatus(status), because) };
  }
  if (status === 200 && yes.has(envelope.code)) {
    return { kind: 'data', data: envelope.data };
  }
  const code = status === 200 ? String(envelope.code) : String(status);
  return { kind: 'said', said: { code, message: shorten(textOf(envelope.msg) ?? '') } };
}

function failureOfStatus(status: number) {
  switch (status) {
    case 401:
      return 'store.access-denied';
    case 403:
      return 'store.blocked-us';
    case 404:
      return 'store.not-found';
    case 429:
      return 'store.rate-limited';
    default:
      return 'store.unwell';
  }
}
