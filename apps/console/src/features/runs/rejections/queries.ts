import type { ListingRun } from '@bowerbird/contract/listing';
import type { cancelStoreJob, continueStoreJob } from '@bowerbird/contract/listing-rejections';
import { listRejectionReasons } from '@bowerbird/contract/listing-rejections';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/call.ts';
import { runKeys } from '../../../lib/use-runs.tsx';
import { useTellFailure } from '../../../ui/use-tell-failure.ts';

/** Why products of a run were rejected; read again when their number changes. */
export function useRejectionReasons({ run, counts }: ListingRun) {
  return useQuery({
    queryKey: ['listing-reasons', run.id, counts.refused],
    queryFn: ({ signal }) => call(listRejectionReasons, { params: { id: run.id } }, { signal }),
    enabled: counts.refused > 0,
    placeholderData: keepPreviousData,
  });
}

/** Lets a paused store job go on, or cancels its rest. */
export function useChangeStoreJob(runId: string) {
  const cache = useQueryClient();
  const tell = useTellFailure();
  return useMutation({
    mutationFn: ({
      route,
      storeId,
    }: {
      route: typeof continueStoreJob | typeof cancelStoreJob;
      storeId: string;
    }) => call(route, { params: { id: runId, storeId } }),
    onError: tell,
    onSettled: () => cache.invalidateQueries({ queryKey: runKeys.all }),
  });
}
