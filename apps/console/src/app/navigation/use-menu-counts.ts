import { useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api/call.ts';
import { useCurrentRuns } from '../../lib/data/use-runs.tsx';
import { useMay } from '../../lib/person/session.ts';

/**
 * Returns the counts shown in the menu: products to claim, current runs, alerts of watched sources, and drift in
 * stores.
 */
export function useMenuCounts(): { unclaimed: number; running: number; alerts: number; drift: number } {
  const may = useMay();
  const runs = useCurrentRuns();
  const { data: unclaimed = 0 } = useQuery({
    // Under the collect feature's own query key, so that claiming and collecting refresh it.
    queryKey: ['collect', 'unclaimed-count'],
    queryFn: async ({ signal }) => {
      // Loaded on demand: the schema of collected products is large, and the frame only needs this number.
      const { queryCollected } = await import('@bowerbird/contract/collect/collected');
      const { counts } = await call(queryCollected, { body: { filter: {}, limit: 1 } }, { signal });
      return counts.unclaimed;
    },
    enabled: may('collect', 'query'),
    staleTime: 30_000,
    refetchInterval: 60_000,
  });
  const { data: alerts = 0 } = useQuery({
    // Under the query key of watches, so that marking as read refreshes it.
    queryKey: ['watches', 'unread-count'],
    queryFn: async ({ signal }) => {
      const { listAlerts } = await import('@bowerbird/contract/collect/watches');
      const { unread } = await call(listAlerts, { query: { limit: '1' } }, { signal });
      return Object.values(unread).reduce((sum, count) => sum + (count ?? 0), 0);
    },
    enabled: may('collect', 'query'),
    staleTime: 30_000,
    refetchInterval: 60_000,
  });
  const { data: drift = 0 } = useQuery({
    // Under the query key of drift, so that resolving it refreshes it.
    queryKey: ['states', 'drift', 'count'],
    queryFn: async ({ signal }) => {
      const { getDriftFacets } = await import('@bowerbird/contract/listing/states');
      const { products, gone } = await call(getDriftFacets, {}, { signal });
      return products + gone;
    },
    enabled: may('listing', 'query'),
    staleTime: 30_000,
    refetchInterval: 60_000,
  });
  return { unclaimed, running: runs.filter(({ state }) => state === 'running').length, alerts, drift };
}
