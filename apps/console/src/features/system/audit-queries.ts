import type { QueryOf } from '@bowerbird/contract/route';
import { getAuditFacets, listAudit } from '@bowerbird/contract/system/audit';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api/call.ts';
import { usePages } from '../../lib/api/use-pages.ts';

export type AuditFilter = Omit<QueryOf<typeof listAudit>, 'cursor' | 'limit'>;

export const auditKeys = {
  list: (filter: AuditFilter) => ['audit', 'list', filter] as const,
  facets: ['audit', 'facets'] as const,
};

export function useAudit(filter: AuditFilter) {
  return usePages(
    auditKeys.list(filter),
    ({ next, signal }) => call(listAudit, { query: { ...filter, limit: '100', ...next } }, { signal }),
    { placeholderData: keepPreviousData },
  );
}

export function useAuditFacets() {
  return useQuery({
    queryKey: auditKeys.facets,
    queryFn: ({ signal }) => call(getAuditFacets, {}, { signal }),
  });
}
