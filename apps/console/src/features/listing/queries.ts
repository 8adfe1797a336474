import type { RemedyKind } from '@bowerbird/catalog/listing-rules/remedies';
import type { RiskCode } from '@bowerbird/catalog/risk/risks';
import type { checkListing as CheckRoute } from '@bowerbird/contract/listing/listing';
import { checkListing, startListing } from '@bowerbird/contract/listing/listing';
import { listStores } from '@bowerbird/contract/listing/stores';
import type { Selection } from '@bowerbird/contract/products/products';
import { getProduct, getProductFacets, queryProducts } from '@bowerbird/contract/products/products';
import type { AnswerOf, BodyOf } from '@bowerbird/contract/route';
import { keepPreviousData, useMutation, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api/call.ts';
import { runKeys } from '../../lib/data/use-runs.tsx';

export type FitReport = AnswerOf<typeof CheckRoute>;
export type StoreFit = FitReport['stores'][number];
export type FitCause = FitReport['causes'][number];

export const listingKeys = {
  count: (selection: Selection) => ['products', 'count', selection] as const,
  check: (request: unknown) => ['listing', 'check', request] as const,
};

export function useStores() {
  return useQuery({ queryKey: ['stores'], queryFn: ({ signal }) => call(listStores, {}, { signal }) });
}

export function useFacets() {
  return useQuery({
    queryKey: ['products', 'facets'],
    queryFn: ({ signal }) => call(getProductFacets, {}, { signal }),
    staleTime: 60_000,
  });
}

/** Returns how many products a selection contains now. */
export function useSelectionCount(selection: Selection) {
  return useQuery({
    queryKey: listingKeys.count(selection),
    queryFn: async ({ signal }) => {
      if ('ids' in selection) {
        return selection.ids.length;
      }
      const { total } = await call(
        queryProducts,
        { body: { filter: selection.filter, limit: 1, countAll: true } },
        { signal },
      );
      return Math.max(0, total - selection.except.length);
    },
    placeholderData: keepPreviousData,
  });
}

/** Returns each store's fit report for the selection; recomputed each time the report is opened. */
export function useCheck(request: {
  storeIds: string[];
  selection: Selection;
  released: RiskCode[];
  remedies: RemedyKind[];
}) {
  return useQuery({
    queryKey: listingKeys.check(request),
    queryFn: ({ signal }) => call(checkListing, { body: request }, { signal }),
    // A fix or a release changes a few figures, not the page.
    placeholderData: (former, query) =>
      query && isSameSelection(query.queryKey[2], request) ? former : undefined,
    staleTime: 0,
    gcTime: 60_000,
  });
}

/** Returns the names of products by their ids. */
export function useNames(ids: string[]) {
  return useQueries({
    queries: ids.map((id) => ({
      queryKey: ['products', 'one', id] as const,
      queryFn: ({ signal }: { signal: AbortSignal }) => call(getProduct, { params: { id } }, { signal }),
      staleTime: 60_000,
    })),
  });
}

export function useStartListing() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyOf<typeof startListing>) => call(startListing, { body }),
    onSuccess: () => void cache.invalidateQueries({ queryKey: runKeys.all }),
  });
}

function isSameSelection(
  former: unknown,
  { storeIds, selection }: { storeIds: string[]; selection: Selection },
) {
  const { released: _released, remedies: _remedies, ...products } = Object(former);
  return JSON.stringify(products) === JSON.stringify({ storeIds, selection });
}
