import type { ExportRequest } from '@bowerbird/contract/products/export';
import {
  deleteExportFile,
  listExportFiles,
  previewExport,
  startExport,
} from '@bowerbird/contract/products/export';
import type { ProductFilter } from '@bowerbird/contract/products/products';
import { getProductFacets, queryProducts } from '@bowerbird/contract/products/products';
import {
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { call } from '../../lib/api/call.ts';
import { runKeys } from '../../lib/data/use-runs.tsx';

export const exportKeys = {
  all: ['export'] as const,
  files: ['export', 'files'] as const,
  preview: (request: ExportRequest | null) => ['export', 'preview', request] as const,
  count: (filter: ProductFilter) => ['export', 'count', filter] as const,
  facets: ['export', 'facets'] as const,
};

/** Returns the preview rows; the old ones stay until the new ones arrive. */
export function usePreview(request: ExportRequest | null) {
  return useQuery({
    queryKey: exportKeys.preview(request),
    queryFn: ({ signal }) =>
      call(
        previewExport,
        { body: request ?? { format: 'shopify', selection: { filter: {}, except: [] } } },
        { signal },
      ),
    enabled: request !== null,
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });
}

/** Returns the total number of products. */
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
    mutationFn: (body: ExportRequest) => call(startExport, { body }),
    onSuccess: () => cache.invalidateQueries({ queryKey: runKeys.current }),
  });
}

/** Returns the exported files, newest first, page by page. */
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
