import type { BodyOf } from '@bowerbird/contract/route';
import type { Store } from '@bowerbird/contract/stores';
import { checkStore, connectStore, listStores, removeStore, updateStore } from '@bowerbird/contract/stores';
import type { QueryClient } from '@tanstack/react-query';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';

export const storeKeys = {
  all: ['stores'] as const,
};

export type ConnectAsk = BodyOf<typeof connectStore>;
export type StoreChange = BodyOf<typeof updateStore>;

export function useStores() {
  return useQuery({
    queryKey: storeKeys.all,
    queryFn: ({ signal }) => call(listStores, {}, { signal }),
  });
}

export function useConnectStore() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: ConnectAsk) => call(connectStore, { body }),
    onSuccess: (store) => keepStore(cache, store),
  });
}

/** Asks the store anew who it is and what we may do there. */
export function useCheckStore() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(checkStore, { params: { id } }),
    onSuccess: (store) => keepStore(cache, store),
    // A refused check also leaves its mark at the store.
    onError: () => void cache.invalidateQueries({ queryKey: storeKeys.all }),
  });
}

export function useUpdateStore() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ id, change }: { id: string; change: StoreChange }) =>
      call(updateStore, { params: { id }, body: change }),
    onSuccess: (store) => keepStore(cache, store),
    onError: () => void cache.invalidateQueries({ queryKey: storeKeys.all }),
  });
}

export function useRemoveStore() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(removeStore, { params: { id } }),
    onSuccess: (_answer, id) =>
      cache.setQueryData<Store[]>(storeKeys.all, (held) => held?.filter((store) => store.id !== id)),
    onSettled: () => void cache.invalidateQueries({ queryKey: ['dashboard'] }),
  });
}

function keepStore(cache: QueryClient, store: Store): void {
  cache.setQueryData<Store[]>(storeKeys.all, (held) =>
    held === undefined
      ? held
      : held.some(({ id }) => id === store.id)
        ? held.map((other) => (other.id === store.id ? store : other))
        : [...held, store],
  );
  void cache.invalidateQueries({ queryKey: storeKeys.all });
  void cache.invalidateQueries({ queryKey: ['dashboard'] });
}
