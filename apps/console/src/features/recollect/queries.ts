import type { ConflictRow, MergeRule } from '@bowerbird/contract/collect/recollect';
import {
  deleteMergeRule,
  getConflict,
  listConflicts,
  listFollowed,
  listMergeRules,
  resolveConflicts,
  resolveSimilar,
  saveMergeRule,
  undoMerge,
} from '@bowerbird/contract/collect/recollect';
import { undoProductChange } from '@bowerbird/contract/products/products';
import type { AnswerOf, BodyOf } from '@bowerbird/contract/route';
import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { call } from '../../lib/api/call.ts';
import { usePages } from '../../lib/api/use-pages.ts';
import { conflictsKey } from '../../lib/data/use-recollected.ts';
import { runKeys } from '../../lib/data/use-runs.tsx';

export const recollectKeys = {
  all: ['recollect'] as const,
  list: (runId: string | null) => [...conflictsKey, 'list', runId] as const,
  counts: [...conflictsKey, 'counts'] as const,
  one: (productId: string) => [...conflictsKey, 'one', productId] as const,
  followed: (runId: string) => ['recollect', 'followed', runId] as const,
  rules: ['recollect', 'rules'] as const,
};

export type ConflictDetail = AnswerOf<typeof getConflict>;
export type Decision = BodyOf<typeof resolveConflicts>['decisions'][number];
export type SimilarRequest = BodyOf<typeof resolveSimilar>;
type ConflictPages = InfiniteData<AnswerOf<typeof listConflicts>>;

const pageSize = '50';
/** Maximum number of products decided in one call. */
const handfulMax = 200;

/** Returns the products with conflicts, of one run or (null) of all. */
export function useConflicts(runId: string | null, enabled: boolean) {
  return usePages(
    recollectKeys.list(runId),
    ({ next, signal }) => {
      const query = { limit: pageSize, ...(runId === null ? {} : { runId }), ...next };
      return call(listConflicts, { query }, { signal });
    },
    { enabled },
  );
}

/** Returns the number of open conflicts, by field and by source: what one decision for many would cover. */
export function useWaiting(enabled: boolean) {
  return useQuery({
    queryKey: recollectKeys.counts,
    queryFn: ({ signal }) => call(listConflicts, { query: { limit: '1' } }, { signal }),
    enabled,
  });
}

export function useConflict(productId: string | null) {
  return useQuery({
    queryKey: recollectKeys.one(productId ?? ''),
    queryFn: ({ signal }) => call(getConflict, { params: { id: productId ?? '' } }, { signal }),
    enabled: productId !== null,
    retry: false,
  });
}

/** Returns a function that reloads everything that shows conflicts or decided values. */
export function useReadAgain(): () => void {
  const cache = useQueryClient();
  return useCallback(() => {
    void cache.invalidateQueries({ queryKey: recollectKeys.all });
    void cache.invalidateQueries({
      queryKey: runKeys.all,
      predicate: ({ queryKey }) => queryKey.includes('recollected'),
    });
    void cache.invalidateQueries({ queryKey: ['products'] });
  }, [cache]);
}

export interface Written {
  editSetIds: string[];
  written: number;
  faults: { productId: string; code: string }[];
}

/** Writes decisions. A completely decided product leaves the list at once, and returns if it could not be written. */
export function useWrite() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async ({
      decisions,
    }: {
      decisions: Decision[];
      whole: ReadonlySet<string>;
    }): Promise<Written> => {
      const sum: Written = { editSetIds: [], written: 0, faults: [] };
      for (let at = 0; at < decisions.length; at += handfulMax) {
        const part = decisions.slice(at, at + handfulMax);
        const { editSetId, results } = await call(resolveConflicts, { body: { decisions: part } });
        const faults = results.flatMap(({ productId, fault }) =>
          fault === null ? [] : [{ productId, code: fault.code }],
        );
        sum.editSetIds.push(...(editSetId === null ? [] : [editSetId]));
        sum.written += results.length - faults.length;
        sum.faults.push(...faults);
      }
      return sum;
    },
    onMutate: async ({ whole }) => {
      await cache.cancelQueries({ queryKey: conflictsKey });
      leaveOut(cache, whole);
    },
  });
}

function leaveOut(cache: QueryClient, gone: ReadonlySet<string>): void {
  const stays = ({ productId }: ConflictRow) => !gone.has(productId);
  cache.setQueriesData<ConflictPages>({ queryKey: [...conflictsKey, 'list'] }, (held) =>
    held === undefined
      ? held
      : {
          ...held,
          pages: held.pages.map((page) => ({
            ...page,
            items: page.items.filter(stays),
            total: Math.max(0, page.total - gone.size),
          })),
        },
  );
}

/** Decides all similar conflicts, in as many calls as that takes. Resolves to how many, and what undoes them. */
export function useDecideSimilar() {
  return useMutation({
    mutationFn: async (body: SimilarRequest) => {
      const done = { resolved: 0, editSetIds: [] as string[] };
      for (let more = true; more; ) {
        const part = await call(resolveSimilar, { body });
        done.resolved += part.resolved;
        done.editSetIds.push(...(part.editSetId === null ? [] : [part.editSetId]));
        more = part.more;
      }
      return done;
    },
  });
}

/** Undoes what following the source or deciding wrote. */
export async function takeBack(editSetIds: string[]): Promise<{ restored: number; spared: number }> {
  const sum = { restored: 0, spared: 0 };
  for (const id of editSetIds) {
    const { restored, spared } = await call(undoMerge, { params: { id } });
    sum.restored += restored;
    sum.spared += spared;
  }
  return sum;
}

/** Returns what a run wrote by following its source, page by page. */
export function useFollowed(runId: string | null) {
  return usePages(
    recollectKeys.followed(runId ?? ''),
    ({ next, signal }) => call(listFollowed, { params: { id: runId ?? '' }, query: next }, { signal }),
    { enabled: runId !== null },
  );
}

export function useUndoFollowed() {
  const readAgain = useReadAgain();
  return useMutation({
    mutationFn: ({ productId, changeId }: { productId: string; changeId: string }) =>
      call(undoProductChange, { params: { id: productId, changeId }, body: {} }),
    onSuccess: readAgain,
  });
}

export function useMergeRules(enabled: boolean) {
  return useQuery({
    queryKey: recollectKeys.rules,
    queryFn: ({ signal }) => call(listMergeRules, {}, { signal }),
    enabled,
  });
}

export function useSaveRule() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyOf<typeof saveMergeRule>) => call(saveMergeRule, { body }),
    onSettled: () => cache.invalidateQueries({ queryKey: recollectKeys.rules }),
  });
}

/** Deletes a rule; it leaves the list at once, and returns if the server refuses. */
export function useDeleteRule() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: MergeRule) => call(deleteMergeRule, { params: { id } }),
    onMutate: ({ id }) =>
      cache.setQueryData<MergeRule[]>(recollectKeys.rules, (held) => held?.filter((rule) => rule.id !== id)),
    onSettled: () => cache.invalidateQueries({ queryKey: recollectKeys.rules }),
  });
}
