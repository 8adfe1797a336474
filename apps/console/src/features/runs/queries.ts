import { getCollectRun } from '@bowerbird/contract/collect/collect';
import { getClaimUndo, undoClaimRun } from '@bowerbird/contract/collect/collected';
import type { ItemState } from '@bowerbird/contract/listing/listing';
import {
  getListingJournal,
  getListingRun,
  listListingItems,
  retryListing,
} from '@bowerbird/contract/listing/listing';
import { listExportFiles } from '@bowerbird/contract/products/export';
import {
  type cancelRun,
  hasEnded,
  listRuns,
  type pauseRun,
  type RunKind,
  type RunState,
  type resumeRun,
} from '@bowerbird/contract/runs';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api/call.ts';
import { usePages } from '../../lib/api/use-pages.ts';
import { runKeys, useLiveProgress } from '../../lib/data/use-runs.tsx';
import { useReportFailure } from '../../ui/feedback/use-report-failure.ts';

export interface RunsFilter {
  kind?: RunKind;
  state?: RunState | 'open';
}

/** The items of a run are outside `runKeys.one`: they are reloaded at their own interval. */
export const itemKeys = {
  list: (runId: string, state: ItemState | 'all', cause: string | null = null) =>
    ['listing-items', runId, state, cause] as const,
};

/** Number of rows in one response. */
const pageSize = 200;

export function useRuns(filter: RunsFilter) {
  return usePages(
    runKeys.list(filter),
    ({ next, signal }) => call(listRuns, { query: { ...filter, limit: '100', ...next } }, { signal }),
    { placeholderData: keepPreviousData },
  );
}

/** Returns a listing run with its store jobs and counts, kept up to date. */
export function useListingRun(id: string) {
  const live = useLiveProgress();
  return useQuery({
    queryKey: [...runKeys.one(id), 'listing'],
    queryFn: ({ signal }) => call(getListingRun, { params: { id } }, { signal }),
    refetchInterval: ({ state }) =>
      state.data !== undefined && hasEnded(state.data.run) ? false : live ? 5000 : 2000,
  });
}

/** Returns products of a run; `cause` limits them to those rejected for it. */
export function useListingItems(runId: string, state: ItemState | 'all', cause: string | null = null) {
  return usePages(itemKeys.list(runId, state, cause), ({ next, signal }) =>
    call(
      listListingItems,
      {
        params: { id: runId },
        query: {
          limit: String(pageSize),
          ...(state === 'all' ? {} : { state }),
          ...(cause === null ? {} : { cause }),
          ...next,
        },
      },
      { signal },
    ),
  );
}

/** Returns the journal of one product in one store; reloaded with every change of its run. */
export function useJournal(runId: string, listingId: string | null) {
  return useQuery({
    queryKey: [...runKeys.one(runId), 'journal', listingId],
    queryFn: ({ signal }) => call(getListingJournal, { params: { id: listingId ?? '' } }, { signal }),
    enabled: listingId !== null,
    retry: false,
  });
}

export function useCollectOf(id: string) {
  return useQuery({
    queryKey: [...runKeys.one(id), 'collect'],
    queryFn: ({ signal }) => call(getCollectRun, { params: { id } }, { signal }),
  });
}

export function useExportFiles(enabled: boolean) {
  return useQuery({
    queryKey: ['exports', 'files', 'latest'],
    queryFn: ({ signal }) => call(listExportFiles, { query: { limit: '200' } }, { signal }),
    enabled,
  });
}

/** Returns what of an ended claim can be undone now. */
export function useClaimUndo(id: string, enabled: boolean) {
  return useQuery({
    queryKey: [...runKeys.one(id), 'undo'],
    queryFn: ({ signal }) => call(getClaimUndo, { params: { id } }, { signal }),
    enabled,
  });
}

/** Undoes a run's claims, then reloads everything that shows products. */
export function useUndoClaimRun(id: string) {
  const cache = useQueryClient();
  const reportFailure = useReportFailure();
  return useMutation({
    mutationFn: (expected: number) => call(undoClaimRun, { params: { id }, body: { expected } }),
    onError: reportFailure,
    onSettled: async () => {
      await Promise.all(
        [['products'], ['collect'], ['dashboard'], runKeys.one(id)].map((queryKey) =>
          cache.invalidateQueries({ queryKey }),
        ),
      );
    },
  });
}

export function useChangeRun(id: string) {
  const cache = useQueryClient();
  const reportFailure = useReportFailure();
  return useMutation({
    mutationFn: (route: typeof pauseRun | typeof resumeRun | typeof cancelRun) =>
      call(route, { params: { id } }),
    onError: reportFailure,
    onSettled: () => cache.invalidateQueries({ queryKey: runKeys.all }),
  });
}

/** Lists again what a run left rejected or open; returns the new run. */
export function useRetryListing(id: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: () => call(retryListing, { params: { id } }),
    onSuccess: () => void cache.invalidateQueries({ queryKey: runKeys.all }),
  });
}
