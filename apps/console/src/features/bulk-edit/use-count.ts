import { countBulkEdit } from '@bowerbird/contract/products/bulk-edit';
import type { AnswerOf } from '@bowerbird/contract/route';
import { useCallback, useEffect, useState } from 'react';
import { call } from '../../lib/api/call.ts';
import type { BulkRequest } from './queries.ts';

type CountPage = AnswerOf<typeof countBulkEdit>;
export type BulkSums = Omit<CountPage, 'next'>;

export interface BulkCount {
  /** The sums of the pages counted so far; of an earlier request until the first page arrives. */
  sums: BulkSums | null;
  /** The request that the sums are of. */
  of: BulkRequest | null;
  /** Every page of it was counted. */
  complete: boolean;
  failure: unknown;
  retry(): void;
}

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

/** Counts page by page what the steps would do; another request ends the count of the one before. */
export function useBulkCount(request: BulkRequest | null): BulkCount {
  const [state, setState] = useState<Omit<BulkCount, 'retry'>>({
    sums: null,
    of: null,
    complete: false,
    failure: null,
  });
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt counts the same request again.
  useEffect(() => {
    if (request === null) {
      return;
    }
    const stop = new AbortController();
    const count = async () => {
      let sums = none;
      let after: string | null = null;
      do {
        const page: CountPage = await call(
          countBulkEdit,
          { body: { ...request, after } },
          { signal: stop.signal },
        );
        if (stop.signal.aborted) {
          return;
        }
        sums = addPage(sums, page);
        after = page.next;
        setState({ sums, of: request, complete: after === null, failure: null });
      } while (after !== null);
    };
    setState((held) => ({ ...held, failure: null }));
    count().catch((failure: unknown) => {
      if (!stop.signal.aborted) {
        setState((held) => ({ ...held, complete: false, failure }));
      }
    });
    return () => stop.abort();
  }, [request, attempt]);

  const retry = useCallback(() => setAttempt((n) => n + 1), []);
  return { ...state, retry };
}
