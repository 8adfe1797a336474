import { useCallback } from 'react';
import { nullable, number, object, regex, safeParse, string } from 'zod/mini';
import { usePage } from '../page.ts';
import { keepInWindow, keptInWindow } from '../person/window-person.ts';
import { CallFailure } from './call-failure.ts';

/** What the server refused because of the merchant's account state, and the page where it was requested. */
export interface Refused {
  code: string;
  from: string;
  /** The quota that was exceeded, and its limit at that time. */
  what: string | null;
  limit: number | null;
}

const kept = 'refused';
const Kept = object({
  code: string(),
  from: string().check(regex(/^\/(?![/\\])/)),
  what: nullable(string()),
  limit: nullable(number()),
});
const failPath = '/result/fail';

/**
 * Returns a handler for `onError`: a frozen account or an exhausted plan leads to the page that explains it, and
 * everything entered is kept. Returns whether it did; any other failure must be shown by the caller.
 */
export function useLeadToFail(): (failure: unknown) => boolean {
  const page = usePage();
  return useCallback(
    (failure) => {
      const { code, params } = CallFailure.from(failure);
      if (code !== 'owner.frozen' && code !== 'quota.exceeded') {
        return false;
      }
      const from = `${location.pathname}${location.search}`;
      const what = typeof params.what === 'string' ? params.what : null;
      const limit = typeof params.limit === 'number' ? params.limit : null;
      keepInWindow(kept, JSON.stringify({ code, from, what, limit } satisfies Refused));
      page.open(failPath);
      return true;
    },
    [page],
  );
}

/** Returns the refusal that led to the page; null if the page was opened by its address. */
export function readRefused(): Refused | null {
  const read = safeParse(Kept, JSON.parse(keptInWindow(kept) ?? 'null'));
  return read.success ? read.data : null;
}
