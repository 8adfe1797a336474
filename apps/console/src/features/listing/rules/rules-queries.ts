import type { ListingRules } from '@bowerbird/catalog/listing-rules/rules';
import type { RiskSettings } from '@bowerbird/catalog/risk/gate';
import type { explainRules as ExplainRoute, StoreRules } from '@bowerbird/contract/listing/rules';
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
} from '@bowerbird/contract/listing/rules';
import type { Selection } from '@bowerbird/contract/products/products';
import type { AnswerOf } from '@bowerbird/contract/route';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api/call.ts';

export type Explained = AnswerOf<typeof ExplainRoute>;

export const rulesKeys = {
  all: ['listing', 'rules'] as const,
  explain: (request: unknown) => ['listing', 'explain', request] as const,
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

/**
 * Returns one product of the selection with these rules applied; null rules leave it unchanged, undefined requests
 * nothing.
 */
export function useExplained(request: {
  selection: Selection;
  skip: number;
  storeId: string;
  rules: ListingRules | null | undefined;
}) {
  const { rules, ...rest } = request;
  return useQuery({
    queryKey: rulesKeys.explain(request),
    queryFn: ({ signal }) => call(explainRules, { body: { ...rest, rules: rules ?? null } }, { signal }),
    enabled: rules !== undefined,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
}

/** Returns the categories of the selected products, and the possible categories in this store. */
export function useCategories(selection: Selection, storeId: string) {
  return useQuery({
    queryKey: rulesKeys.categories(selection, storeId),
    queryFn: ({ signal }) => call(suggestStoreCategories, { body: { selection, storeId } }, { signal }),
  });
}

/** Saves rules: new ones without an id, else the changed ones. */
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

/** Confirms that products without a known cost are listed, or withdraws the confirmation. */
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
  // The remembered choice of a store's categories depends on its rules.
  await cache.invalidateQueries({ queryKey: ['listing', 'categories'] });
  await cache.invalidateQueries({ queryKey: ['listing', 'store-categories'] });
  await cache.invalidateQueries({ queryKey: rulesKeys.check });
}
