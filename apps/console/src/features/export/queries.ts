import type { ExportFormat } from '@bowerbird/contract/export';
import { deleteExportFile, listExportFiles, previewExport, startExport } from '@bowerbird/contract/export';
import type { ProductFilter, Selection } from '@bowerbird/contract/products';
import { getProductFacets, queryProducts } from '@bowerbird/contract/products';
import {
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { runKeys } from '../../lib/use-runs.tsx';

export const exportKeys = {
  all: ['export'] as const,
  files: ['export', 'files'] as const,
  preview: (ask: ExportAsk | null) => ['export', 'preview', ask] as const,
  count: (filter: ProductFilter) => ['export', 'count', filter] as const,
  facets: ['export', 'facets'] as const,
};

export interface ExportAsk {
  format: ExportFormat;
  selection: Selection;
}

/** The first rows as they will be; the old ones stay until the new ones are there. */
export function usePreview(ask: ExportAsk | null) {
  return useQuery({
    queryKey: exportKeys.preview(ask),
    queryFn: ({ signal }) =>
      call(
        previewExport,
        { body: ask ?? { format: 'shopify', selection: { filter: {}, except: [] } } },
        { signal },
      ),
    enabled: ask !== null,
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });
}

/** How many products there are in all. */
export function useAllCount() {
  return useQuery({
    queryKey: exportKeys.count({}),
    queryFn: ({ signal }) => call(queryProducts, { body: { filter: {}, limit: 1 } }, { signal }),
  });
}

export function useExportFacets() {
  return useQuery({
    queryKey: exportKeys.facets,
    queryFn: ({ signal }) => call(getProductFacets, {}, { signal }),
    staleTime: 60_000,
  });
}

export function useStartExport() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: ExportAsk) => call(startExport, { body }),
    onSuccess: () => cache.invalidateQueries({ queryKey: runKeys.current }),
  });
}

/** Files made so far, newest first, page by page. */
export function useExportFiles() {
  return useInfiniteQuery({
    queryKey: exportKeys.files,
    queryFn: ({ pageParam, signal }) =>
      call(listExportFiles, { query: pageParam === undefined ? {} : { cursor: pageParam } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  });
}

export function useDeleteFile() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(deleteExportFile, { params: { id } }),
    onSettled: () => cache.invalidateQueries({ queryKey: exportKeys.files }),
  });
}
