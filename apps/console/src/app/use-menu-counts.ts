import { useQuery } from '@tanstack/react-query';
import { call } from '../lib/call.ts';
import { useMay } from '../lib/session.ts';
import { useCurrentRuns } from '../lib/use-runs.tsx';

/** The counts beside menu entries: what waits to be claimed, what runs, and what happened at watched sources and in stores. */
export function useMenuCounts(): { unclaimed: number; running: number; alerts: number; drift: number } {
  const may = useMay();
  const runs = useCurrentRuns();
  const { data: unclaimed = 0 } = useQuery({
    // Under the collect feature's own key, so that claiming and collecting bring it up to date.
    queryKey: ['collect', 'unclaimed-count'],
    queryFn: async ({ signal }) => {
      // The shape of collected goods is large, and the frame needs no more of it than this number.
      const { queryCollected } = await import('@bowerbird/contract/collected');
      const { counts } = await call(queryCollected, { body: { filter: {}, limit: 1 } }, { signal });
      return counts.unclaimed;
    },
    enabled: may('collect', 'query'),
    staleTime: 30_000,
    refetchInterval: 60_000,
  });
  const { data: alerts = 0 } = useQuery({
    // Under the key of watches, so that marking as read brings it up to date.
    queryKey: ['watches', 'unread-count'],
    queryFn: async ({ signal }) => {
      const { listAlerts } = await import('@bowerbird/contract/watches');
      const { unread } = await call(listAlerts, { query: { limit: '1' } }, { signal });
      return Object.values(unread).reduce((sum, count) => sum + (count ?? 0), 0);
    },
    enabled: may('collect', 'query'),
    staleTime: 30_000,
    refetchInterval: 60_000,
  });
  const { data: drift = 0 } = useQuery({
    // Under the key of drift, so that deciding brings it up to date.
    queryKey: ['states', 'drift', 'count'],
    queryFn: async ({ signal }) => {
      const { getDriftFacets } = await import('@bowerbird/contract/listing-states');
      const { products, gone } = await call(getDriftFacets, {}, { signal });
      return products + gone;
    },
    enabled: may('listing', 'query'),
    staleTime: 30_000,
    refetchInterval: 60_000,
  });
  return { unclaimed, running: runs.filter(({ state }) => state === 'running').length, alerts, drift };
}
