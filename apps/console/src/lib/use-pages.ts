import type { QueryKey } from '@tanstack/react-query';
import { useInfiniteQuery } from '@tanstack/react-query';

interface PageAsk {
  /** Where the page begins; {} for the first. Goes into the query as it is. */
  next: { cursor?: string };
  signal: AbortSignal;
}

interface Options {
  /** `keepPreviousData`: a new question leaves the old rows in place until its answer is there. */
  placeholderData?: <Data>(previous: Data | undefined) => Data | undefined;
  /** Milliseconds after which it is read again while it is looked at. */
  refetchInterval?: number;
  enabled?: boolean;
  staleTime?: number;
}

/** A list of the API, read page by page. */
export function usePages<Page extends { nextCursor: string | null }>(
  queryKey: QueryKey,
  read: (ask: PageAsk) => Promise<Page>,
  options: Options = {},
) {
  return useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) =>
      read({ next: pageParam === null ? {} : { cursor: pageParam }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }: Page) => nextCursor,
    ...options,
  });
}
