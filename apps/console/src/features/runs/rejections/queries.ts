import type { ListingRun } from '@bowerbird/contract/listing/listing';
import type { cancelStoreJob, continueStoreJob } from '@bowerbird/contract/listing/rejections';
import { listRejectionReasons } from '@bowerbird/contract/listing/rejections';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api/call.ts';
import { runKeys } from '../../../lib/data/use-runs.tsx';
import { useReportFailure } from '../../../ui/feedback/use-report-failure.ts';

/** Returns why products of a run were rejected; reloaded when their number changes. */
export function useRejectionReasons({ run, counts }: ListingRun) {
  return useQuery({
    queryKey: ['listing-reasons', run.id, counts.refused],
    queryFn: ({ signal }) => call(listRejectionReasons, { params: { id: run.id } }, { signal }),
    enabled: counts.refused > 0,
    placeholderData: keepPreviousData,
  });
}

/** Resumes a paused store job, or cancels the rest of it. */
export function useChangeStoreJob(runId: string) {
  const cache = useQueryClient();
  const reportFailure = useReportFailure();
  return useMutation({
    mutationFn: ({
      route,
      storeId,
    }: {
      route: typeof continueStoreJob | typeof cancelStoreJob;
      storeId: string;
    }) => call(route, { params: { id: runId, storeId } }),
    onError: reportFailure,
    onSettled: () => cache.invalidateQueries({ queryKey: runKeys.all }),
  });
}
