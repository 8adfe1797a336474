import { delistProducts, relistProducts, removeProducts } from '@bowerbird/contract/listing/after';
import { getListingJournal } from '@bowerbird/contract/listing/listing';
import {
  compareStores,
  type DriftKind,
  decideDrift,
  deleteDriftRule,
  forgetGone,
  getDriftFacets,
  getListingFacets,
  listAgain,
  listDrift,
  listDriftRules,
  listFollowing,
  listListingStates,
  type PlaceState,
  saveFollowing,
  undoPull,
} from '@bowerbird/contract/listing/states';
import type { BodyOf } from '@bowerbird/contract/route';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { call } from '../../lib/api/call.ts';
import { usePages } from '../../lib/api/use-pages.ts';

export interface StatesFilter {
  storeId?: string;
  state?: PlaceState;
  reason?: string;
  text?: string;
}
export interface DriftFilter {
  storeId?: string;
  kind?: DriftKind | 'gone';
}

const all = ['states'] as const;
export const statesKeys = {
  all,
  list: (filter: StatesFilter) => [...all, 'list', filter] as const,
  facets: [...all, 'facets'] as const,
  journal: (id: string) => [...all, 'journal', id] as const,
  drift: [...all, 'drift'] as const,
  following: [...all, 'following'] as const,
};

/** Products in progress change by themselves; polling interval in milliseconds. */
const lookMs = 5000;

export function useStates(filter: StatesFilter) {
  return usePages(
    statesKeys.list(filter),
    ({ next, signal }) =>
      call(listListingStates, { query: { limit: '100', ...filter, ...next } }, { signal }),
    { placeholderData: keepPreviousData, refetchInterval: lookMs },
  );
}

export function useFacets() {
  return useQuery({
    queryKey: statesKeys.facets,
    queryFn: ({ signal }) => call(getListingFacets, {}, { signal }),
    refetchInterval: lookMs,
  });
}

export function usePlaceJournal(listingId: string | null) {
  return useQuery({
    queryKey: statesKeys.journal(listingId ?? ''),
    queryFn: ({ signal }) => call(getListingJournal, { params: { id: listingId ?? '' } }, { signal }),
    enabled: listingId !== null,
  });
}

/** Returns a function that reloads everything that shows the state of products. */
export function useReadAgain(): () => void {
  const cache = useQueryClient();
  return useCallback(() => {
    void cache.invalidateQueries({ queryKey: statesKeys.all });
    void cache.invalidateQueries({ queryKey: ['products'] });
  }, [cache]);
}

export function useListAgain() {
  const readAgain = useReadAgain();
  return useMutation({
    mutationFn: (body: BodyOf<typeof listAgain>) => call(listAgain, { body }),
    onSuccess: readAgain,
  });
}

export function useForget() {
  const readAgain = useReadAgain();
  return useMutation({
    mutationFn: (listingIds: string[]) => call(forgetGone, { body: { listingIds } }),
    onSuccess: readAgain,
  });
}

const actions = { delist: delistProducts, relist: relistProducts, remove: removeProducts };

/** Delists one product in one store, relists it, or deletes it there; returns the run. */
export function useStoreAction() {
  const readAgain = useReadAgain();
  return useMutation({
    mutationFn: ({
      act,
      productId,
      storeId,
    }: {
      act: keyof typeof actions;
      productId: string;
      storeId: string;
    }) => call(actions[act], { body: { storeIds: [storeId], selection: { ids: [productId] } } }),
    onSuccess: readAgain,
  });
}

export function useDrift(filter: DriftFilter) {
  return usePages(
    [...statesKeys.drift, 'list', filter],
    ({ next, signal }) => call(listDrift, { query: { limit: '30', ...filter, ...next } }, { signal }),
    { placeholderData: keepPreviousData },
  );
}

/** Polled while a store is being compared. */
export function useDriftFacets() {
  return useQuery({
    queryKey: [...statesKeys.drift, 'facets'],
    queryFn: ({ signal }) => call(getDriftFacets, {}, { signal }),
    refetchInterval: ({ state }) =>
      state.data?.stores.some(({ comparison }) => comparison.state !== 'idle') ? 1000 : 30_000,
  });
}

export function useCompare() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (storeIds: string[] | undefined) =>
      call(compareStores, { body: storeIds ? { storeIds } : {} }),
    onSettled: () => cache.invalidateQueries({ queryKey: statesKeys.drift }),
  });
}

export function useDecide() {
  const readAgain = useReadAgain();
  return useMutation({
    mutationFn: (body: BodyOf<typeof decideDrift>) => call(decideDrift, { body }),
    onSettled: readAgain,
  });
}

export function useUndoPull() {
  const readAgain = useReadAgain();
  return useMutation({
    mutationFn: (id: string) => call(undoPull, { params: { id } }),
    onSettled: readAgain,
  });
}

export function useDriftRules(enabled: boolean) {
  return useQuery({
    queryKey: [...statesKeys.drift, 'rules'],
    queryFn: ({ signal }) => call(listDriftRules, {}, { signal }),
    enabled,
  });
}

export function useDeleteRule() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(deleteDriftRule, { params: { id } }),
    onSettled: () => cache.invalidateQueries({ queryKey: [...statesKeys.drift, 'rules'] }),
  });
}

export function useFollowing(enabled: boolean) {
  return useQuery({
    queryKey: statesKeys.following,
    queryFn: ({ signal }) => call(listFollowing, {}, { signal }),
    enabled,
  });
}

export function useSaveFollowing() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyOf<typeof saveFollowing>) => call(saveFollowing, { body }),
    onSuccess: (reported) => cache.setQueryData(statesKeys.following, reported),
  });
}
