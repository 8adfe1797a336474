import { getRecollected, listConflicts, type recollect } from '@bowerbird/contract/collect/recollect';
import type { BodyOf } from '@bowerbird/contract/route';
import { hasEnded } from '@bowerbird/contract/runs';
import { useQuery } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { CallFailure } from '../api/call-failure.ts';
import { useMay } from '../person/session.ts';
import { runKeys, useLiveProgress } from './use-runs.tsx';

export type RecollectRequest = BodyOf<typeof recollect>;

/** Query key prefix of all open conflicts. */
export const conflictsKey = ['recollect', 'conflicts'] as const;

/** Returns the path on which a run's conflicts are decided. */
export function mergePath(runId: string, productId?: string): string {
  return `/collect/merge/${runId}${productId === undefined ? '' : `?product=${productId}`}`;
}

/** Returns what a re-collecting run found; null for one that found no claimed product. */
export function useRecollected(runId: string | null, enabled = true) {
  const may = useMay();
  const live = useLiveProgress();
  return useQuery({
    queryKey: [...runKeys.one(runId ?? ''), 'recollected'],
    queryFn: async ({ signal }) => {
      try {
        return await call(getRecollected, { params: { id: runId ?? '' } }, { signal });
      } catch (thrown) {
        if (CallFailure.from(thrown).code === 'not-found') {
          return null;
        }
        throw thrown;
      }
    },
    enabled: enabled && runId !== null && may('products', 'get'),
    retry: false,
    // With the event stream, this only covers a lost event.
    refetchInterval: ({ state }) =>
      state.data === undefined || state.data === null || hasEnded(state.data.run)
        ? false
        : live
          ? 5000
          : 2000,
  });
}

/** Returns the open conflicts of one product; null if there are none. */
export function useConflictsOf(productId: string | null) {
  const may = useMay();
  return useQuery({
    queryKey: [...conflictsKey, 'of', productId],
    queryFn: async ({ signal }) => {
      const query = { productId: productId ?? '', limit: '1' };
      const { items } = await call(listConflicts, { query }, { signal });
      return items[0] ?? null;
    },
    enabled: productId !== null && may('products', 'query'),
    retry: false,
  });
}

/** Returns the number of fields with open conflicts, of all sources; 0 until known. */
export function useConflictCount(): number {
  const may = useMay();
  const { data } = useQuery({
    queryKey: [...conflictsKey, 'counts'],
    queryFn: ({ signal }) => call(listConflicts, { query: { limit: '1' } }, { signal }),
    enabled: may('products', 'query'),
    retry: false,
  });
  return (data?.fields ?? []).reduce((sum, { count }) => sum + count, 0);
}
