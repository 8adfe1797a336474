import { countBulkEdit } from '@bowerbird/contract/products/bulk-edit';
import type { AnswerOf } from '@bowerbird/contract/route';
import { call } from '../../lib/api/call.ts';
import type { BulkRequest } from './queries.ts';
import { type SummedPages, useSummedPages } from './use-summed-pages.ts';

type CountPage = AnswerOf<typeof countBulkEdit>;
export type BulkSums = Omit<CountPage, 'next'>;

/** What the steps would do, page by page. */
export type BulkCount = SummedPages<BulkRequest, BulkSums>;

const none: BulkSums = {
  checked: 0,
  changed: 0,
  unchanged: 0,
  rejected: [],
  hits: [],
  stopped: 0,
  spread: [],
};

/** Adds one page to the sums. */
export function addPage(sums: BulkSums, page: BulkSums): BulkSums {
  return {
    checked: sums.checked + page.checked,
    changed: sums.changed + page.changed,
    unchanged: sums.unchanged + page.unchanged,
    stopped: sums.stopped + page.stopped,
    hits: Array.from(
      { length: Math.max(sums.hits.length, page.hits.length) },
      (_, step) => (sums.hits[step] ?? 0) + (page.hits[step] ?? 0),
    ),
    rejected: summed([...sums.rejected, ...page.rejected], ({ code }) => code)
      .map(([code, count]) => ({ code, count }))
      .toSorted((one, other) => other.count - one.count),
    spread: summed([...sums.spread, ...page.spread], ({ from }) => from)
      .map(([from, count]) => ({ from, count }))
      .toSorted((one, other) => one.from - other.from),
  };
}

function summed<Counted extends { count: number }, Key>(
  all: Counted[],
  keyOf: (counted: Counted) => Key,
): [Key, number][] {
  return [...Map.groupBy(all, keyOf)].map(([key, own]) => [
    key,
    own.reduce((sum, { count }) => sum + count, 0),
  ]);
}

const pages = {
  read: (request: BulkRequest, after: string | null, signal: AbortSignal) =>
    call(countBulkEdit, { body: { ...request, after } }, { signal }),
  add: (sums: BulkSums | null, page: CountPage) => addPage(sums ?? none, page),
};

/** Counts page by page what the steps would do; another request ends the count of the one before. */
export function useBulkCount(request: BulkRequest | null): BulkCount {
  return useSummedPages(request, pages);
}
