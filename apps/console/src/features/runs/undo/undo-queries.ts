import {
  delistProducts,
  getUndo,
  listUndoItems,
  relistProducts,
  removeProducts,
  removeUnfinished,
  type UndoGroup,
  undoListing,
} from '@bowerbird/contract/listing/after';
import type { Run } from '@bowerbird/contract/runs';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod/mini';
import { call } from '../../../lib/api/call.ts';
import { usePages } from '../../../lib/api/use-pages.ts';
import { runKeys } from '../../../lib/data/use-runs.tsx';
import { useReportFailure } from '../../../ui/feedback/use-report-failure.ts';

export type Undo = z.infer<typeof getUndo.answer>;

/** Returns what undoing a run would do, or did; reloaded with every change of the run. */
export function useUndo({ id, version }: Pick<Run, 'id' | 'version'>, enabled: boolean) {
  return useQuery({
    queryKey: [...runKeys.one(id), 'undo', version],
    queryFn: ({ signal }) => call(getUndo, { params: { id } }, { signal }),
    enabled,
    placeholderData: (before) => before,
  });
}

export function useUndoItems(id: string, undoGroup: UndoGroup, enabled: boolean) {
  return usePages(
    [...runKeys.one(id), 'undo-items', undoGroup],
    ({ next, signal }) =>
      call(listUndoItems, { params: { id }, query: { undoGroup, limit: '100', ...next } }, { signal }),
    { enabled },
  );
}

/** Undoes a run; returns the run that performs it. */
export function useUndoListing(id: string) {
  const cache = useQueryClient();
  const reportFailure = useReportFailure();
  return useMutation({
    mutationFn: () => call(undoListing, { params: { id } }),
    onError: reportFailure,
    onSettled: () => cache.invalidateQueries({ queryKey: runKeys.all }),
  });
}

/** Removes what rejected products left behind in the stores of a run; returns the run that performs it. */
export function useRemoveUnfinished(id: string) {
  const cache = useQueryClient();
  const reportFailure = useReportFailure();
  return useMutation({
    mutationFn: (expected: number) => call(removeUnfinished, { params: { id }, body: { expected } }),
    onError: reportFailure,
    onSettled: () => cache.invalidateQueries({ queryKey: runKeys.all }),
  });
}

const routes = { delist: delistProducts, relist: relistProducts, remove: removeProducts };
export type StoreAction = keyof typeof routes;

/** Delists, relists or deletes one product in one store; returns the run that performs it. */
export function useStoreAction() {
  const cache = useQueryClient();
  const reportFailure = useReportFailure();
  return useMutation({
    mutationFn: ({ act, storeId, productId }: { act: StoreAction; storeId: string; productId: string }) =>
      call(routes[act], { body: { storeIds: [storeId], selection: { ids: [productId] } } }),
    onError: reportFailure,
    onSettled: () => cache.invalidateQueries({ queryKey: runKeys.all }),
  });
}
