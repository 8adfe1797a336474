import { listAudits } from '@bowerbird/contract/listing/audit';
import type { Store } from '@bowerbird/contract/listing/stores';
import {
  beginGrant,
  beginGrantAgain,
  checkStore,
  connectStore,
  finishGrant,
  listStores,
  probeStore,
  removeStore,
  updateStore,
} from '@bowerbird/contract/listing/stores';
import type { BodyOf } from '@bowerbird/contract/route';
import type { QueryClient } from '@tanstack/react-query';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api/call.ts';

export const storeKeys = {
  all: ['stores'] as const,
};

export type ConnectRequest = BodyOf<typeof connectStore>;
export type StoreChange = BodyOf<typeof updateStore>;

export function useStores() {
  return useQuery({
    queryKey: storeKeys.all,
    queryFn: ({ signal }) => call(listStores, {}, { signal }),
  });
}

/** Returns the last nightly check of each store. */
export function useAudits(enabled = true) {
  return useQuery({
    queryKey: [...storeKeys.all, 'audits'],
    queryFn: ({ signal }) => call(listAudits, {}, { signal }),
    enabled,
  });
}

export function useConnectStore() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: ConnectRequest) => call(connectStore, { body }),
    onSuccess: (store) => keepStore(cache, store),
  });
}

/** Starts connecting a store whose shop itself grants our app access, and leaves the console for it. */
export function useBeginGrant() {
  return useMutation({
    mutationFn: (body: ConnectRequest) => call(beginGrant, { body }),
    onSuccess: ({ address }) => window.location.assign(address),
  });
}

/** Does the same for a connected store. */
export function useBeginGrantAgain() {
  return useMutation({
    mutationFn: ({ id, ...body }: { id: string } & BodyOf<typeof beginGrantAgain>) =>
      call(beginGrantAgain, { params: { id }, body }),
    onSuccess: ({ address }) => window.location.assign(address),
  });
}

/** Finishes a started connection, with the query with which the shop redirected back. */
export function useFinishGrant() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (query: string) => call(finishGrant, { body: { query } }),
    onSuccess: (store) => keepStore(cache, store),
  });
}

/** Creates two drafts in the store and deletes them, to learn how the store handles a key that it has seen. */
export function useProbeStore() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(probeStore, { params: { id } }),
    onSuccess: (store) => keepStore(cache, store),
  });
}

/** Checks again the store's identity and our permissions there. */
export function useCheckStore() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(checkStore, { params: { id } }),
    onSuccess: (store) => keepStore(cache, store),
    // A failed check is also recorded at the store.
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
