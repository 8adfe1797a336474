import { useCallback } from 'react';
import { nullable, number, object, regex, safeParse, string } from 'zod/mini';
import { CallFailure } from './call-failure.ts';
import { usePage } from './page.ts';
import { keepInWindow, keptInWindow } from './window-person.ts';

/** What the server refused because of how the merchant stands, and the page where it was asked. */
export interface Refused {
  code: string;
  from: string;
  /** The quota that would not do, and its limit then. */
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
 * For `onError`: a frozen account or a plan used up leads to the page that says so, and what was entered stays where it
 * was. Answers whether it did; any other failure is the caller's own to tell.
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

/** What led to the page; null for who opened it by its address. */
export function readRefused(): Refused | null {
  const read = safeParse(Kept, JSON.parse(keptInWindow(kept) ?? 'null'));
  return read.success ? read.data : null;
}
