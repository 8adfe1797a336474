import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useCurrentRuns } from '../../../lib/data/use-runs.tsx';
import { collectKeys } from '../queries.ts';

/** The plugin adds products to runs that have ended: reloads the box and the failed pages whenever a run ends. */
export function usePluginArrivals(): void {
  const cache = useQueryClient();
  const runs = useCurrentRuns().filter(({ byPlugin }) => byPlugin);
  const versions = runs.reduce((sum, { version }) => sum + version, 0);
  const seen = useRef(versions);
  useEffect(() => {
    const grown = versions > seen.current;
    seen.current = versions;
    if (grown) {
      void cache.invalidateQueries({ queryKey: [...collectKeys.all, 'results'] });
      void cache.invalidateQueries({ queryKey: collectKeys.failed });
    }
  }, [versions, cache]);
}
