import type { Edit } from '@bowerbird/catalog/edits/edit';
import type { Product } from '@bowerbird/catalog/product';
import { getCollected } from '@bowerbird/contract/collect/collected';
import type {
  ProductDetail,
  ProductFilter,
  ProductRow,
  productSorts,
  Selection,
} from '@bowerbird/contract/products/products';
import {
  createProduct,
  deleteProducts,
  editProduct,
  getProduct,
  getProductFacets,
  getProductHistory,
  queryProducts,
  saveProduct,
  undoProductChange,
} from '@bowerbird/contract/products/products';
import type { AnswerOf } from '@bowerbird/contract/route';
import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import {
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { call } from '../../lib/api/call.ts';

export type ProductSort = (typeof productSorts)[number];

/** Which products, in which order. */
export interface ListRequest {
  filter: ProductFilter;
  sort: ProductSort;
  direction: 'asc' | 'desc';
}

type ListPages = InfiniteData<AnswerOf<typeof queryProducts>>;

export const productKeys = {
  all: ['products'] as const,
  lists: ['products', 'list'] as const,
  list: (request: ListRequest) => ['products', 'list', request] as const,
  count: (filter: ProductFilter) => ['products', 'count', filter] as const,
  facets: ['products', 'facets'] as const,
  one: (id: string) => ['products', 'one', id] as const,
  queues: ['products', 'queues'] as const,
  history: (id: string) => ['products', 'one', id, 'history'] as const,
  marks: (id: string) => ['products', 'one', id, 'marks'] as const,
};

const pageSize = 100;

/** Loads the next page of a list, and the total count. */
export function readListPage(request: ListRequest, cursor: string | undefined, signal?: AbortSignal) {
  const body = { ...request, limit: pageSize, ...(cursor === undefined ? {} : { cursor }) };
  return call(queryProducts, { body }, signal === undefined ? {} : { signal });
}

/** Returns the list page by page. After a change of the filter, the old rows stay until the new ones arrive. */
export function useProductList(request: ListRequest) {
  return useInfiniteQuery({
    queryKey: productKeys.list(request),
    queryFn: ({ pageParam, signal }) => readListPage(request, pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    placeholderData: keepPreviousData,
  });
}

/** How the number of all matches is asked for, which the list itself does not count to the end. */
export const wholeCount = (filter: ProductFilter) => ({
  queryKey: productKeys.count(filter),
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const { total } = await call(queryProducts, { body: { filter, limit: 1, countAll: true } }, { signal });
    return total;
  },
});

/** Returns the values to filter by. */
export function useFacets() {
  return useQuery({
    queryKey: productKeys.facets,
    queryFn: ({ signal }) => call(getProductFacets, {}, { signal }),
    staleTime: 60_000,
  });
}

export function useProduct(id: string | null) {
  return useQuery({
    queryKey: productKeys.one(id ?? ''),
    queryFn: ({ signal }) => call(getProduct, { params: { id: id ?? '' } }, { signal }),
    enabled: id !== null,
  });
}

export function useProductHistory(id: string | null) {
  return useQuery({
    queryKey: productKeys.history(id ?? ''),
    queryFn: ({ signal }) => call(getProductHistory, { params: { id: id ?? '' } }, { signal }),
    enabled: id !== null,
  });
}

/** Returns the source snapshot, for comparison. */
export function useCollected(id: string | null) {
  return useQuery({
    queryKey: ['products', 'collected', id],
    queryFn: ({ signal }) => call(getCollected, { params: { id: id ?? '' } }, { signal }),
    enabled: id !== null,
    retry: false,
  });
}

/** Updates a product from the server's response everywhere it is shown; lists are reloaded unless stated otherwise. */
export function keepDetail(
  cache: QueryClient,
  detail: ProductDetail,
  lists: 'active' | 'none' = 'active',
): void {
  cache.setQueryData(productKeys.one(detail.id), detail);
  void cache.invalidateQueries({ queryKey: productKeys.history(detail.id) });
  void cache.invalidateQueries({ queryKey: productKeys.lists, refetchType: lists });
  void cache.invalidateQueries({ queryKey: productKeys.queues });
}

export function useSaveProduct() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ id, revision, product }: { id: string; revision: number; product: Product }) =>
      call(saveProduct, { params: { id }, body: { revision, product } }),
    onSuccess: (detail) => keepDetail(cache, detail),
  });
}

export function useCreateProduct() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (product: Product) => call(createProduct, { body: { product } }),
    onSuccess: (detail) => keepDetail(cache, detail),
  });
}

interface UndoneChange {
  id: string;
  changeId: string;
  /** Only these cells; left out: all of them. */
  paths?: readonly string[] | undefined;
}

/** Undoes one change, or some of its cells. */
export function useUndoChange() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ id, changeId, paths }: UndoneChange) =>
      call(undoProductChange, {
        params: { id, changeId },
        body: paths === undefined ? {} : { paths: [...paths] },
      }),
    onSuccess: ({ detail }) => {
      keepDetail(cache, detail);
      // It may have been a marking.
      void cache.invalidateQueries({ queryKey: productKeys.marks(detail.id) });
    },
  });
}

export function useDeleteProducts() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: { selection: Selection; expected: number }) => call(deleteProducts, { body }),
    onSettled: () => cache.invalidateQueries({ queryKey: productKeys.all }),
  });
}

export interface RowEdit {
  row: ProductRow;
  edits: Edit[];
  /** The row's values until the server has responded. */
  shown: Partial<ProductRow>;
}

/** Edits one row of the list, shown at once; a refusal restores the old value. */
export function useEditRow() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ row, edits }: RowEdit) => call(editProduct, { params: { id: row.id }, body: { edits } }),
    onMutate: ({ row, shown }) => changeRow(cache, row.id, shown),
    onError: (_failure, { row }) => changeRow(cache, row.id, row),
    onSuccess: (detail) => {
      const { revision, updatedAt, listings } = detail;
      changeRow(cache, detail.id, { revision, updatedAt, listings });
      // The row keeps its place while edited; the order is updated when the list is next shown.
      keepDetail(cache, detail, 'none');
    },
  });
}

function changeRow(cache: QueryClient, id: string, shown: Partial<ProductRow>): void {
  cache.setQueriesData<ListPages>({ queryKey: productKeys.lists }, (held) =>
    held === undefined
      ? held
      : {
          ...held,
          pages: held.pages.map((page) => ({
            ...page,
            items: page.items.map((row) => (row.id === id ? { ...row, ...shown } : row)),
          })),
        },
  );
}
