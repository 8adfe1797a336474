import {
  delistProducts,
  getUndo,
  listUndoItems,
  relistProducts,
  removeProducts,
  removeUnfinished,
  type UndoPile,
  undoListing,
} from '@bowerbird/contract/listing-after';
import type { Run } from '@bowerbird/contract/runs';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod/mini';
import { call } from '../../lib/call.ts';
import { usePages } from '../../lib/use-pages.ts';
import { runKeys } from '../../lib/use-runs.tsx';
import { useTellFailure } from '../../ui/use-tell-failure.ts';

export type Undo = z.infer<typeof getUndo.answer>;

/** What taking a run back would do, or did; read again with every change of the run. */
export function useUndo({ id, version }: Pick<Run, 'id' | 'version'>, enabled: boolean) {
  return useQuery({
    queryKey: [...runKeys.one(id), 'undo', version],
    queryFn: ({ signal }) => call(getUndo, { params: { id } }, { signal }),
    enabled,
    placeholderData: (before) => before,
  });
}

export function useUndoItems(id: string, pile: UndoPile, enabled: boolean) {
  return usePages(
    [...runKeys.one(id), 'undo-items', pile],
    ({ next, signal }) =>
      call(listUndoItems, { params: { id }, query: { pile, limit: '100', ...next } }, { signal }),
    { enabled },
  );
}

/** Takes a run back; answers the run that does. */
export function useUndoListing(id: string) {
  const cache = useQueryClient();
  const tell = useTellFailure();
  return useMutation({
    mutationFn: () => call(undoListing, { params: { id } }),
    onError: tell,
    onSettled: () => cache.invalidateQueries({ queryKey: runKeys.all }),
  });
}

/** Removes what rejected products left behind in the stores of a run; answers the run that does. */
export function useRemoveUnfinished(id: string) {
  const cache = useQueryClient();
  const tell = useTellFailure();
  return useMutation({
    mutationFn: (expected: number) => call(removeUnfinished, { params: { id }, body: { expected } }),
    onError: tell,
    onSettled: () => cache.invalidateQueries({ queryKey: runKeys.all }),
  });
}

const routes = { delist: delistProducts, relist: relistProducts, remove: removeProducts };
export type StoreAct = keyof typeof routes;

/** Delists, shows again or removes one product in one store; answers the run that does. */
export function useStoreAct() {
  const cache = useQueryClient();
  const tell = useTellFailure();
  return useMutation({
    mutationFn: ({ act, storeId, productId }: { act: StoreAct; storeId: string; productId: string }) =>
      call(routes[act], { body: { storeIds: [storeId], selection: { ids: [productId] } } }),
    onError: tell,
    onSettled: () => cache.invalidateQueries({ queryKey: runKeys.all }),
  });
}
