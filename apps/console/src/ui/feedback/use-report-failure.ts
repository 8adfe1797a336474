import { useCallback } from 'react';
import { CallFailure } from '../../lib/api/call-failure.ts';
import { useLeadToFail } from '../../lib/api/refused.ts';
import { useFaultText } from '../../lib/text/fault-text.ts';
import { useToast } from './toast.tsx';

/**
 * Returns an error handler (`onError: report`) that shows a failed action in one sentence at the bottom of the window.
 * A frozen account or an exhausted plan leads to the page that says what to do.
 */
export function useReportFailure(): (failure: unknown) => void {
  const toast = useToast();
  const sentence = useFaultText();
  const leadToFail = useLeadToFail();
  return useCallback(
    (failure) => {
      if (!leadToFail(failure)) {
        toast({ state: 'failed', text: sentence(CallFailure.from(failure)) });
      }
    },
    [toast, sentence, leadToFail],
  );
}
