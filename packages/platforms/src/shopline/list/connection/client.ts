import { AppError, type ErrorCode } from '@bowerbird/contract/errors';
import type { ListerContext, StoreAccess, Throttle } from '../../../listing/store/access.ts';
import { jsonOf, originOf, requestOnce, type StoreAnswer } from '../../../listing/store/client.ts';
import { apiVersion } from '../limits.ts';
import { isMissingScope, isOwnRefusal, wordsIn } from '../said.ts';

/**
 * Milliseconds after which our side gives up on one request; the store may continue (`docs/listing-protocol.md`, Rules
 * of time).
 */
export const timeoutMs = 30_000;
const readTriesMax = 4;
/** Largest number of throttled answers to one read before we stop waiting. */
const throttledMax = 30;
/** Milliseconds for which the platform's guard blocks an address that it took for an attack (`readme.md`, Errors). */
const guardMs = 15 * 60_000;

/**
 * 40 requests at once and 4 per second, per app and store; the answers do not give the remaining number (`readme.md`,
 * Rate limits).
 */
export const firstThrottle: Throttle = { maximumAvailable: 40, currentlyAvailable: 40, restoreRate: 4 };

/** One request to a store's open API. */
export interface ApiRequest {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Path below `/admin/openapi/{version}/`. */
  path: string;
  query?: Record<string, string>;
  json?: unknown;
}

/** What came back. Only `said` is the API's own answer; all others say nothing about a write. */
export type ApiAnswer =
  | { kind: 'said'; status: number; body: unknown; headers: Headers }
  /**
   * Refused for the rate limit, in the API's own format; for a write, this concerns the copy that was answered
   * (`unanswered`).
   */
  | { kind: 'throttled'; waitMs: number }
  | { kind: 'unclear'; because: string; failure: AppError };

/** Sends one request, once. Never throws for store or network errors. */
export async function call(
  { method, path, query = {}, json }: ApiRequest,
  store: StoreAccess,
  context: ListerContext,
  { gated }: { gated: boolean },
): Promise<ApiAnswer> {
  const url = new URL(`${originOf(store.domain)}/admin/openapi/${apiVersion}/${path}`);
  for (const [name, value] of Object.entries(query)) {
    url.searchParams.set(name, value);
  }
  const answer = await requestOnce(
    {
      method,
      url: url.href,
      headers: {
        authorization: `Bearer ${store.credentials.token ?? ''}`,
        accept: 'application/json',
        'content-type': 'application/json; charset=utf-8',
      },
      ...(json !== undefined && { body: JSON.stringify(json) }),
    },
    store,
    context,
    { gated, timeoutMs },
  );
  const read = readAnswer(answer);
  if (read.kind === 'throttled') {
    context.throttled({ ...firstThrottle, currentlyAvailable: 0 }, 1, 0);
  }
  return read;
}

/** Sends a read and retries temporary failures. Throws a named error for all others. */
export async function read(
  request: Omit<ApiRequest, 'method'>,
  store: StoreAccess,
  context: ListerContext,
): Promise<{ body: unknown; headers: Headers }> {
  let throttled = 0;
  for (let tries = 1; ; tries += 1) {
    await context.pace(1);
    const answer = await call({ ...request, method: 'GET' }, store, context, { gated: false });
    if (answer.kind === 'throttled') {
      throttled += 1;
      if (throttled > throttledMax) {
        throw new AppError('store.rate-limited', `throttled ${throttled} times`, { waitMs: answer.waitMs });
      }
      tries -= 1;
      await context.sleep(answer.waitMs, context.signal);
      continue;
    }
    if (answer.kind === 'said' && answer.status < 300) {
      return answer;
    }
    const failure = answer.kind === 'said' ? failureOf(answer.status, answer.body) : answer.failure;
    const repairs = failure.code === 'store.unreachable' || failure.code === 'store.unwell';
    if (!repairs || failure.waitMs !== undefined || tries >= readTriesMax) {
      throw failure;
    }
    await context.sleep(250 * 2 ** tries, context.signal);
  }
}

function readAnswer(answer: StoreAnswer): ApiAnswer {
  if (answer.kind === 'silent') {
    return { kind: 'unclear', because: answer.because, failure: answer.failure };
  }
  const { status, headers, text } = answer;
  // Adding to a collection and deleting give an empty answer.
  const body = text.trim() === '' && status < 300 ? {} : jsonOf(text);
  const isOwn = status < 300 ? typeof body === 'object' && body !== null : isOwnRefusal(body);
  if (isOwn && status === 429) {
    const seconds = Number(headers.get('retry-after'));
    return { kind: 'throttled', waitMs: seconds > 0 ? Math.min(seconds, 60) * 1000 : 1000 };
  }
  if (isOwn) {
    return { kind: 'said', status, body, headers };
  }
  return {
    kind: 'unclear',
    because: `HTTP ${status} without words of the store`,
    failure: failureOf(status, body),
  };
}

/** Returns the named error for a refusal (`readme.md`, Errors). */
export function failureOf(status: number, body: unknown): AppError {
  const words = wordsIn(body);
  const message = words === '' ? `HTTP ${status}` : `HTTP ${status}: ${words}`;
  const isGuard = status >= 433 && status <= 436;
  const isBlocked = status === 403 && !isMissingScope(body);
  return new AppError(isBlocked ? 'store.blocked-us' : codeOf(status, isOwnRefusal(body)), message, {
    params: { message: words },
    ...(isGuard && { waitMs: guardMs }),
  });
}

function codeOf(status: number, isOwn: boolean): ErrorCode {
  switch (status) {
    case 401:
      return 'store.access-denied';
    case 402:
    case 423:
      return 'store.frozen';
    case 403:
      return 'store.scope-missing';
    case 404:
      return isOwn ? 'store.product-gone' : 'store.not-found';
    case 429:
      return 'store.rate-limited';
    case 410:
      return 'store.not-found';
    default:
      return isOwn && status >= 400 && status < 433 ? 'store.rejected-product' : 'store.unwell';
  }
}
