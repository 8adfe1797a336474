import { delistProducts } from '@bowerbird/contract/listing/after';
import { deleteProducts } from '@bowerbird/contract/products/products';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { call } from '../../../lib/api/call.ts';
import { runKeys, useRun } from '../../../lib/data/use-runs.tsx';
import { useText } from '../../../lib/text/text.ts';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { useReportFailure } from '../../../ui/feedback/use-report-failure.ts';
import { dashboardKeys, type FirstRun } from '../queries.ts';

const ended = new Set(['complete', 'partial', 'failed', 'cancelled']);

/**
 * Undoes a first run: the practice shop's products are delisted in the practice store, whichever run listed or updated
 * them, then deleted from Products. The collected products stay, so that the steps can be repeated.
 */
export function useUndoPractice({ shopAddress, storeId, claim }: FirstRun): { busy: boolean; start(): void } {
  const text = useText();
  const toast = useToast();
  const reportFailure = useReportFailure();
  const cache = useQueryClient();
  const [followed, setFollowed] = useState<string | null>(null);
  const { data: run } = useRun(followed);
  const selection = { filter: { sources: [new URL(shopAddress).host] }, except: [] };
  const expected = claim?.products ?? 0;

  const readAgain = useCallback(
    () =>
      Promise.all(
        [dashboardKeys.workplace, ['products'], ['collect'], runKeys.current].map((queryKey) =>
          cache.invalidateQueries({ queryKey }),
        ),
      ),
    [cache],
  );
  const undo = useMutation({
    mutationFn: (id: string) => call(delistProducts, { body: { storeIds: [id], selection, expected } }),
    onSuccess: ({ runId }) => setFollowed(runId),
    onError: reportFailure,
  });
  const { mutate: remove, isPending: removing } = useMutation({
    mutationFn: () => call(deleteProducts, { body: { selection, expected } }),
    onSuccess: ({ deleted }) =>
      toast({ state: 'complete', text: text('dashboard.end.undone', { n: deleted }) }),
    onError: reportFailure,
    onSettled: readAgain,
  });
  const isEnded = run !== undefined && run.id === followed && ended.has(run.state);
  const isDone = isEnded && run.state === 'complete';
  useEffect(() => {
    if (!isEnded) {
      return;
    }
    setFollowed(null);
    if (isDone) {
      remove();
    } else {
      // Products that could not be removed from the store stay here, too; the run says why.
      toast({ state: 'partial', text: text('dashboard.end.notUndone') });
      void readAgain();
    }
  }, [isEnded, isDone, remove, readAgain, toast, text]);

  return {
    busy: undo.isPending || followed !== null || removing,
    start: () => {
      if (storeId !== null) {
        undo.mutate(storeId);
      }
    },
  };
}
