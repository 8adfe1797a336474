import type { RestoreFromBin } from '@bowerbird/contract/products/bin';
import { restoreFromBin } from '@bowerbird/contract/products/bin';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api/call.ts';
import { useText } from '../../lib/text/text.ts';
import { useToast } from '../feedback/toast.tsx';
import { useReportFailure } from '../feedback/use-report-failure.ts';

export const binKey = ['bin'] as const;

/** Returns what takes products out of the bin and says so; for the bin, and for the undo of a deletion. */
export function useRestore() {
  const cache = useQueryClient();
  const text = useText();
  const toast = useToast();
  const reportFailure = useReportFailure();
  return useMutation({
    mutationFn: (body: RestoreFromBin) => call(restoreFromBin, { body }),
    onError: reportFailure,
    onSuccess: ({ restored, unlinked }) => {
      toast({
        state: unlinked > 0 ? 'partial' : 'complete',
        text:
          unlinked > 0
            ? text('bin.restored.unlinked', { n: restored, unlinked })
            : text('bin.restored', { n: restored }),
      });
    },
    onSettled: () =>
      Promise.all([
        cache.invalidateQueries({ queryKey: binKey }),
        cache.invalidateQueries({ queryKey: ['products'] }),
      ]),
  });
}
