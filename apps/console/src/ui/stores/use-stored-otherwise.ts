import { listStoredOtherwise, publishAsStored, removeAsStored } from '@bowerbird/contract/listing/as-stored';
import type { BodyOf } from '@bowerbird/contract/route';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api/call.ts';
import { runKeys } from '../../lib/data/use-runs.tsx';
import { useReportFailure } from '../feedback/use-report-failure.ts';

/** Which products: those that one run left, or one product of ours. */
export type StoredOf = { runId: string } | { productId: string };

const all = ['stored-otherwise'] as const;
/** How many are shown one by one; all of a run can be decided together. */
const shownMax = 100;

/** Returns the products that stores keep hidden with other values than were sent. */
export function useStoredOtherwise(of: StoredOf, enabled = true) {
  return useQuery({
    queryKey: [...all, of],
    queryFn: ({ signal }) =>
      call(listStoredOtherwise, { query: { limit: String(shownMax), ...of } }, { signal }),
    enabled,
  });
}

const routes = { publish: publishAsStored, remove: removeAsStored };
export type StoredAct = keyof typeof routes;

/** Publishes such products as stored, or removes them; returns the run that does it. */
export function useStoredAct() {
  const cache = useQueryClient();
  const reportFailure = useReportFailure();
  return useMutation({
    mutationFn: ({ act, body }: { act: StoredAct; body: BodyOf<typeof publishAsStored> }) =>
      call(routes[act], { body }),
    onError: reportFailure,
    onSettled: () => Promise.all([all, runKeys.all].map((queryKey) => cache.invalidateQueries({ queryKey }))),
  });
}
