import type { QueryKey } from '@tanstack/react-query';
import { useInfiniteQuery } from '@tanstack/react-query';

interface PageRequest {
  /** Cursor of the page; {} for the first. Goes into the query unchanged. */
  next: { cursor?: string };
  signal: AbortSignal;
}

interface Options {
  /** `keepPreviousData`: after a change of the query, the old rows stay until the new ones arrive. */
  placeholderData?: <Data>(previous: Data | undefined) => Data | undefined;
  /** Reload interval while shown, in milliseconds. */
  refetchInterval?: number;
  enabled?: boolean;
  staleTime?: number;
}

/** Returns a list of the API, loaded page by page. */
export function usePages<Page extends { nextCursor: string | null }>(
  queryKey: QueryKey,
  read: (request: PageRequest) => Promise<Page>,
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
