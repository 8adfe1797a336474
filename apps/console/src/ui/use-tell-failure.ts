import { useCallback } from 'react';
import { CallFailure } from '../lib/call-failure.ts';
import { useFaultText } from '../lib/fault-text.ts';
import { useLeadToFail } from '../lib/refused.ts';
import { useToast } from './toast.tsx';

/**
 * Tells a failed act in one sentence at the foot of the window: `onError: tell`. A frozen account or a plan used up leads
 * to the page that tells what to do about it.
 */
export function useTellFailure(): (failure: unknown) => void {
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
