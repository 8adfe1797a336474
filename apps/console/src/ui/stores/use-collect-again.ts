import { recollect } from '@bowerbird/contract/collect/recollect';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api/call.ts';
import type { RecollectRequest } from '../../lib/data/use-recollected.ts';
import { runKeys, runPath } from '../../lib/data/use-runs.tsx';
import { usePage } from '../../lib/page.ts';
import { useText } from '../../lib/text/text.ts';
import { useToast } from '../feedback/toast.tsx';
import { useReportFailure } from '../feedback/use-report-failure.ts';

/** Re-collects sources in the background; the toast links to the run, or to all runs if there are several. */
export function useCollectAgain() {
  const text = useText();
  const page = usePage();
  const toast = useToast();
  const reportFailure = useReportFailure();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: RecollectRequest) => call(recollect, { body }),
    onSuccess: ({ runIds }) => {
      const [first] = runIds;
      void cache.invalidateQueries({ queryKey: runKeys.all });
      toast({
        state: 'running',
        text: text('recollect.started', { n: runIds.length }),
        ...(first !== undefined && runIds.length === 1 && { runId: first }),
        onSee: () =>
          page.open(first !== undefined && runIds.length === 1 ? runPath(first) : '/list/query-list'),
      });
    },
    onError: reportFailure,
  });
}
