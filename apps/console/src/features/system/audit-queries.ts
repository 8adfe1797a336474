import { getAuditFacets, listAudit } from '@bowerbird/contract/audit';
import type { QueryOf } from '@bowerbird/contract/route';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';

export type AuditFilter = Omit<QueryOf<typeof listAudit>, 'cursor' | 'limit'>;

export const auditKeys = {
  list: (filter: AuditFilter) => ['audit', 'list', filter] as const,
  facets: ['audit', 'facets'] as const,
};

export function useAudit(filter: AuditFilter) {
  return useInfiniteQuery({
    queryKey: auditKeys.list(filter),
    queryFn: ({ pageParam, signal }) =>
      call(
        listAudit,
        { query: { ...filter, limit: '100', ...(pageParam === null ? {} : { cursor: pageParam }) } },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
  });
}

export function useAuditFacets() {
  return useQuery({
    queryKey: auditKeys.facets,
    queryFn: ({ signal }) => call(getAuditFacets, {}, { signal }),
  });
}
