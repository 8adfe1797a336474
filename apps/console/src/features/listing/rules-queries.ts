import type { ListingRules } from '@bowerbird/catalog/listing-rules/rules';
import type { RiskSettings } from '@bowerbird/catalog/risk/gate';
import type { explainRules as ExplainRoute, StoreRules } from '@bowerbird/contract/listing-rules';
import {
  addStoreRules,
  confirmUnknownMargin,
  deleteStoreRules,
  explainRules,
  getRiskSettings,
  listStoreRules,
  saveRiskSettings,
  saveStoreRules,
  setStoreRules,
  suggestStoreCategories,
} from '@bowerbird/contract/listing-rules';
import type { Selection } from '@bowerbird/contract/products';
import type { AnswerOf } from '@bowerbird/contract/route';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';

export type Explained = AnswerOf<typeof ExplainRoute>;

export const rulesKeys = {
  all: ['listing', 'rules'] as const,
  explain: (ask: unknown) => ['listing', 'explain', ask] as const,
  categories: (selection: Selection, storeId: string) =>
    ['listing', 'categories', storeId, selection] as const,
  risk: ['listing', 'risk'] as const,
  check: ['listing', 'check'] as const,
};

export function useStoreRules() {
  return useQuery({
    queryKey: rulesKeys.all,
    queryFn: ({ signal }) => call(listStoreRules, {}, { signal }),
  });
}

/** One product of the selection by these rules; null rules leave it as it is, undefined asks nothing. */
export function useExplained(ask: {
  selection: Selection;
  skip: number;
  storeId: string;
  rules: ListingRules | null | undefined;
}) {
  const { rules, ...rest } = ask;
  return useQuery({
    queryKey: rulesKeys.explain(ask),
    queryFn: ({ signal }) => call(explainRules, { body: { ...rest, rules: rules ?? null } }, { signal }),
    enabled: rules !== undefined,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
}

/** The categories of the selected products, and where each may belong in this store. */
export function useCategories(selection: Selection, storeId: string) {
  return useQuery({
    queryKey: rulesKeys.categories(selection, storeId),
    queryFn: ({ signal }) => call(suggestStoreCategories, { body: { selection, storeId } }, { signal }),
  });
}

/** Keeps rules: new ones without an id, else the changed ones. */
export function useSaveRules() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ held, name, rules }: { held: StoreRules | null; name: string; rules: ListingRules }) =>
      held === null
        ? call(addStoreRules, { body: { name, rules } })
        : call(saveStoreRules, {
            params: { id: held.id },
            body: { name, rules, revision: held.revision },
          }),
    onSuccess: () => forget(cache),
  });
}

export function useDeleteRules() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(deleteStoreRules, { params: { id } }),
    onSuccess: () => forget(cache),
  });
}

export function useSetRules() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ storeId, rulesId }: { storeId: string; rulesId: string | null }) =>
      call(setStoreRules, { params: { id: storeId }, body: { rulesId } }),
    onSuccess: () => forget(cache),
  });
}

export function useRiskSettings() {
  return useQuery({
    queryKey: rulesKeys.risk,
    queryFn: ({ signal }) => call(getRiskSettings, {}, { signal }),
  });
}

export function useSaveRisk() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: RiskSettings) => call(saveRiskSettings, { body }),
    onSuccess: async (saved) => {
      cache.setQueryData(rulesKeys.risk, saved);
      await cache.invalidateQueries({ queryKey: rulesKeys.check });
    },
  });
}

/** Confirms that products without a known cost are listed, or withdraws it. */
export function useConfirmUnknownMargin() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (confirmed: boolean) => call(confirmUnknownMargin, { body: { confirmed } }),
    onSuccess: async (saved) => {
      cache.setQueryData(rulesKeys.risk, saved);
      await cache.invalidateQueries({ queryKey: rulesKeys.check });
    },
  });
}

async function forget(cache: ReturnType<typeof useQueryClient>): Promise<void> {
  await cache.invalidateQueries({ queryKey: rulesKeys.all });
  // What is remembered of a store's categories follows its rules.
  await cache.invalidateQueries({ queryKey: ['listing', 'categories'] });
  await cache.invalidateQueries({ queryKey: ['listing', 'store-categories'] });
  await cache.invalidateQueries({ queryKey: rulesKeys.check });
}
