import { useQuery } from '@tanstack/react-query';
import { call } from '../lib/call.ts';
import { useMay } from '../lib/session.ts';
import { useCurrentRuns } from '../lib/use-runs.tsx';

/** The counts beside menu entries: what waits to be claimed and what runs. */
export function useMenuCounts(): { unclaimed: number; running: number } {
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
  return { unclaimed, running: runs.filter(({ state }) => state === 'running').length };
}
