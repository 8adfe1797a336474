import { getCollectRun } from '@bowerbird/contract/collect/collect';
import type { CollectedFilter, CollectedSelection } from '@bowerbird/contract/collect/collected';
import {
  claimCollected,
  deleteCollected,
  getCollected,
  keepDuplicates,
  listDuplicates,
  listFailed,
  listTraits,
  previewClaim,
  queryCollected,
  undoClaim,
} from '@bowerbird/contract/collect/collected';
import type { BodyOf } from '@bowerbird/contract/route';
import { hasEnded } from '@bowerbird/contract/runs';
import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { call } from '../../lib/api/call.ts';
import { runKeys, useLiveProgress } from '../../lib/data/use-runs.tsx';

export type CollectedSort = NonNullable<BodyOf<typeof queryCollected>['sort']>;
export type ClaimEdits = NonNullable<BodyOf<typeof claimCollected>['edits']>;

export interface CollectedOrder {
  sort: CollectedSort;
  direction: 'asc' | 'desc';
}

export const collectKeys = {
  all: ['collect'] as const,
  recognised: (address: string) => ['collect', 'recognised', address] as const,
  categories: (address: string, platform: string) => ['collect', 'categories', platform, address] as const,
  results: (filter: CollectedFilter, order: CollectedOrder) => ['collect', 'results', filter, order] as const,
  count: (filter: CollectedFilter) => ['collect', 'count', filter] as const,
  failed: ['collect', 'failed'] as const,
  duplicates: (platform: string | undefined) => ['collect', 'duplicates', platform ?? ''] as const,
  traits: (platform: string | undefined) => ['collect', 'traits', platform ?? ''] as const,
  one: (id: string) => ['collect', 'one', id] as const,
  preview: (selection: CollectedSelection, edits: ClaimEdits) =>
    ['collect', 'preview', selection, edits] as const,
};

/** Maximum size of a manual selection in one call. */
const handfulMax = 1000;

/** Returns a collecting run with its figures, kept up to date. */
export function useCollectRun(id: string) {
  const live = useLiveProgress();
  return useQuery({
    queryKey: [...runKeys.one(id), 'collect'],
    queryFn: ({ signal }) => call(getCollectRun, { params: { id } }, { signal }),
    // With the event stream, this only covers a lost event.
    refetchInterval: ({ state }) =>
      state.data !== undefined && hasEnded(state.data.run) ? false : live ? 5000 : 2000,
  });
}

/** Returns the box, page by page; the old rows stay until the new ones arrive. */
export function useCollected(filter: CollectedFilter, order: CollectedOrder) {
  return useInfiniteQuery({
    queryKey: collectKeys.results(filter, order),
    queryFn: ({ pageParam, signal }) =>
      call(
        queryCollected,
        { body: { filter, ...order, limit: 60, ...(pageParam === null ? {} : { cursor: pageParam }) } },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.nextCursor,
    placeholderData: keepPreviousData,
  });
}

/** How the number of all matches is asked for, which the list itself does not count to the end. */
export const wholeCollectedCount = (filter: CollectedFilter) => ({
  queryKey: collectKeys.count(filter),
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const { total } = await call(queryCollected, { body: { filter, limit: 1, countAll: true } }, { signal });
    return total;
  },
});

export function useFailed(enabled: boolean) {
  return useInfiniteQuery({
    queryKey: collectKeys.failed,
    queryFn: ({ pageParam, signal }) =>
      call(listFailed, { query: pageParam === null ? {} : { cursor: pageParam } }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.nextCursor,
    enabled,
  });
}

/** Returns groups of similar products that were not marked as kept. */
export function useDuplicates(platform: string | undefined) {
  return useInfiniteQuery({
    queryKey: collectKeys.duplicates(platform),
    queryFn: ({ pageParam, signal }) =>
      call(
        listDuplicates,
        {
          query: {
            ...(platform === undefined ? {} : { platform }),
            ...(pageParam === null ? {} : { cursor: pageParam }),
          },
        },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.nextCursor,
  });
}

/** Returns what else the box can be filtered by. */
export function useTraits(platform: string | undefined, enabled: boolean) {
  return useQuery({
    queryKey: collectKeys.traits(platform),
    queryFn: ({ signal }) =>
      call(listTraits, { query: platform === undefined ? {} : { platform } }, { signal }),
    enabled,
    staleTime: 60_000,
  });
}

/** Marks these groups of similar products as kept. */
export async function keepGroups(groupIds: string[]): Promise<void> {
  await call(keepDuplicates, { body: { groupIds } });
}

export function useCollectedDetail(id: string | null) {
  return useQuery({
    queryKey: collectKeys.one(id ?? ''),
    queryFn: ({ signal }) => call(getCollected, { params: { id: id ?? '' } }, { signal }),
    enabled: id !== null,
  });
}

/** Returns what claiming would make of the first selected products; writes nothing. */
export function useClaimPreview(
  selection: CollectedSelection,
  edits: ClaimEdits,
  enabled: boolean,
  limit: number,
) {
  return useQuery({
    queryKey: [...collectKeys.preview(selection, edits), limit],
    queryFn: ({ signal }) => call(previewClaim, { body: { selection, edits, limit } }, { signal }),
    enabled,
    placeholderData: keepPreviousData,
  });
}

/** Returns a function that reloads everything that shows collected products. */
export function useReadAgain(): () => void {
  const cache = useQueryClient();
  return useCallback(() => {
    void cache.invalidateQueries({
      queryKey: collectKeys.all,
      // Our changes do not change what a source shows.
      predicate: ({ queryKey }) => queryKey[1] !== 'recognised' && queryKey[1] !== 'categories',
    });
    void cache.invalidateQueries({ queryKey: ['products'] });
    void cache.invalidateQueries({ queryKey: ['dashboard'] });
  }, [cache]);
}

export interface Claimed {
  /** The run that performs it, if it takes long. */
  runId: string | null;
  claimed: number;
  alreadyClaimed: number;
  /** How many of the claimed were repaired during the claim; null if a run performs it. */
  repaired: number | null;
  productIds: string[];
}

/** Claims the selection, `count` products as shown; a manual selection is claimed when this resolves. */
export async function claimSelection(
  selection: CollectedSelection,
  count: number,
  edits: ClaimEdits,
): Promise<Claimed> {
  if ('filter' in selection) {
    return await call(claimCollected, { body: { selection, expected: count, edits } });
  }
  const sum: Claimed = { runId: null, claimed: 0, alreadyClaimed: 0, repaired: 0, productIds: [] };
  for (const ids of handfuls(selection.ids)) {
    const part = await call(claimCollected, { body: { selection: { ids }, edits } });
    sum.claimed += part.claimed;
    sum.alreadyClaimed += part.alreadyClaimed;
    sum.repaired = (sum.repaired ?? 0) + (part.repaired ?? 0);
    sum.productIds.push(...part.productIds);
  }
  return sum;
}

export async function takeClaimBack(productIds: string[]): Promise<{ takenBack: number; kept: number }> {
  const sum = { takenBack: 0, kept: 0 };
  for (const ids of handfuls(productIds)) {
    const part = await call(undoClaim, { body: { productIds: ids } });
    sum.takenBack += part.takenBack;
    sum.kept += part.kept;
  }
  return sum;
}

/** Deletes the selection, `count` products as shown; returns how many were deleted. */
export async function deleteSelection(selection: CollectedSelection, count: number): Promise<number> {
  if ('filter' in selection) {
    return (await call(deleteCollected, { body: { selection, expected: count } })).deleted;
  }
  let deleted = 0;
  for (const ids of handfuls(selection.ids)) {
    deleted += (await call(deleteCollected, { body: { selection: { ids } } })).deleted;
  }
  return deleted;
}

function handfuls(ids: string[]): string[][] {
  return Array.from({ length: Math.ceil(ids.length / handfulMax) }, (_, index) =>
    ids.slice(index * handfulMax, (index + 1) * handfulMax),
  );
}
