import { getRecollected, listConflicts, type recollect } from '@bowerbird/contract/recollect';
import type { BodyOf } from '@bowerbird/contract/route';
import { endStates } from '@bowerbird/contract/runs';
import { useQuery } from '@tanstack/react-query';
import { call } from './call.ts';
import { CallFailure } from './call-failure.ts';
import { useMay } from './session.ts';
import { runKeys, useLiveProgress } from './use-runs.tsx';

export type RecollectAsk = BodyOf<typeof recollect>;

/** Under which everything is kept that waits for a decision. */
export const conflictsKey = ['recollect', 'conflicts'] as const;

/** Where a run's questions are decided. */
export function mergePath(runId: string, productId?: string): string {
  return `/collect/merge/${runId}${productId === undefined ? '' : `?product=${productId}`}`;
}

/** What a run that read things again found; null for one that met nothing claimed. */
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
    // With the stream this only bridges a lost event.
    refetchInterval: ({ state }) =>
      state.data === undefined ||
      state.data === null ||
      endStates.some((end) => end === state.data?.run.state)
        ? false
        : live
          ? 5000
          : 2000,
  });
}

/** What waits for a decision at one product; null where nothing does. */
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

/** How many fields wait for a decision, of all sources; 0 until it is known. */
export function useQuestionCount(): number {
  const may = useMay();
  const { data } = useQuery({
    queryKey: [...conflictsKey, 'counts'],
    queryFn: ({ signal }) => call(listConflicts, { query: { limit: '1' } }, { signal }),
    enabled: may('products', 'query'),
    retry: false,
  });
  return (data?.fields ?? []).reduce((sum, { count }) => sum + count, 0);
}
