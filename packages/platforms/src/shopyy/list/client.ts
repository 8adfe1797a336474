import { AppError } from '@bowerbird/contract/errors';
import type { ListerContext, StoreAccess } from '../../listing/store.ts';
import { askOnce, jsonOf, originOf, shorten } from '../../listing/store-client.ts';
import { isObject, textOf } from '../../unread.ts';
import { failureOf, type Said } from './said.ts';

/** Milliseconds after which our side gives up on one request; the store may go on (`docs/listing-protocol.md`, Rules of time). */
export const timeoutMs = 60_000;
/** Where the Open API of all shops stands, unless a shop was told another place (`readme.md`, Credentials). */
const commonApi = 'openapi.oemapps.com';
const readTriesMax = 4;
/** What is waited when the store says "too many at once", in milliseconds (`readme.md`, Rate limits). */
export const throttleWaitsMs = [5000, 10_000, 20_000, 40_000] as const;

export interface ApiRequest {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  query?: Record<string, string>;
  json?: unknown;
}

/** What came back of one request. Neither a yes nor anything said proves what was done; see `write.ts`. */
export type Answer =
  | { kind: 'data'; data: unknown }
  | { kind: 'said'; said: Said }
  | { kind: 'unclear'; because: string; failure: AppError };

/** Sends one request, once. Never throws for what the store or the network does; only for our own stop, and for the gate. */
export async function ask(
  { method, path, query = {}, json }: ApiRequest,
  store: StoreAccess,
  context: ListerContext,
  { gated }: { gated: boolean },
): Promise<Answer> {
  const url = new URL(path, apiOf(store));
  url.search = new URLSearchParams(query).toString();
  const answer = await askOnce(
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
 * Sends a read and answers its data, asking again for what time heals. Throws with a name for what it does not. `paid` is a
 * first request that the write it belongs to has paid for already.
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
    const answer = await ask(request, store, context, { gated: false });
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
    const heals = failure.code === 'store.unreachable' || failure.code === 'store.unwell';
    if (!heals || tries - throttled >= readTriesMax) {
      throw failure;
    }
    await context.sleep(250 * 2 ** tries, context.signal);
  }
}

/** A product as the store tells it whole; null for one that is not there. Only here is its description told. */
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

/** Of a read by id, "data does not exist" names nothing else than the id. */
function isGone({ code, params }: AppError): boolean {
  return code === 'store.product-gone' || params.message === '数据不存在';
}

/** The address of the API: that which a shop was given for its own, else the common one; a played shop answers itself. */
function apiOf({ credentials: { apiDomain = '' }, domain }: StoreAccess): string {
  const given = apiDomain
    .trim()
    .replace(/^https?:\/\//i, '')
    .replace(/\/[\s\S]*$/, '');
  const isPlayed = originOf(domain).startsWith('http:');
  return originOf(given || (isPlayed ? domain : commonApi));
}

const yes: ReadonlySet<unknown> = new Set([0, '0', 200, '200', 'success']);

/** Every answer is HTTP 200 with the envelope; anything else came from somewhere on the way (`readme.md`, Versions and answers). */
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
    case 403:
      return 'store.access-denied';
    case 404:
      return 'store.not-found';
    case 429:
      return 'store.rate-limited';
    default:
      return 'store.unwell';
  }
}
