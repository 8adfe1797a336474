import type { ListingRules } from '@bowerbird/catalog/listing-rules/rules';
import type { RiskSettings } from '@bowerbird/catalog/risk/gate';
import type { explainRules as ExplainRoute, StoreRules } from '@bowerbird/contract/listing-rules';
import {
  addStoreRules,
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
  categories: (selection: Selection) => ['listing', 'categories', selection] as const,
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

export function useCategories(selection: Selection) {
  return useQuery({
    queryKey: rulesKeys.categories(selection),
    queryFn: ({ signal }) => call(suggestStoreCategories, { body: { selection } }, { signal }),
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

async function forget(cache: ReturnType<typeof useQueryClient>): Promise<void> {
  await cache.invalidateQueries({ queryKey: rulesKeys.all });
  await cache.invalidateQueries({ queryKey: rulesKeys.check });
}
