import { AppError, type ErrorCode } from '@bowerbird/contract/errors';
import { shorten } from '../../../listing/store/client.ts';
import { isObject, itemsOf, textOf } from '../../../reading/unread.ts';

/** One message of a store, and the store's field that it concerns. */
export interface Said {
  field: string | null;
  words: string;
}

/** Returns the messages of a refusal, in any of the API's formats (`readme.md`, Errors); [] for anything else. */
export function saidIn(body: unknown): Said[] {
  if (typeof body === 'string') {
    return [{ field: null, words: shorten(body) }];
  }
  if (!isObject(body)) {
    return [];
  }
  const { errors } = body;
  if (isObject(errors)) {
    return Object.entries(errors).flatMap(([field, given]) =>
      (Array.isArray(given) ? given : [given]).flatMap((words) => saying(words, field)),
    );
  }
  const list = [...itemsOf(errors), body.error, ...(body.code === 'Success' ? [] : [body.message])];
  return list.flatMap((words) => saying(words, null));
}

function saying(given: unknown, field: string | null): Said[] {
  const words = textOf(given);
  return words === null ? [] : [{ field, words: shorten(words) }];
}

/**
 * Reports whether a 403 is the API's own for a missing scope; one without its `errors` or `code`, such as a gateway's
 * `{"message": "Forbidden"}`, comes from something before it.
 */
export function isMissingScope(body: unknown): boolean {
  return isObject(body) && ('errors' in body || 'code' in body) && saidIn(body).length > 0;
}

/** Returns the named error for a refusal of the API. */
export function failureOf(status: number, body: unknown): AppError {
  const words = saidIn(body)
    .map(({ words: each }) => each)
    .join('; ');
  const isBlocked = status === 403 && !isMissingScope(body);
  return new AppError(
    isBlocked ? 'store.blocked-us' : codeOf(status, words),
    `HTTP ${status} ${words}`.trim(),
    {
      params: { message: words },
    },
  );
}

function codeOf(status: number, words: string): ErrorCode {
  if (/store is not active/i.test(words)) {
    return 'store.frozen';
  }
  switch (status) {
    case 401:
      return 'store.access-denied';
    case 402:
    case 423:
      return 'store.frozen';
    case 403:
      return 'store.scope-missing';
    case 404:
      return 'store.product-gone';
    case 429:
      return 'store.rate-limited';
    default:
      return status >= 500 ? 'store.unwell' : 'store.rejected-product';
  }
}
