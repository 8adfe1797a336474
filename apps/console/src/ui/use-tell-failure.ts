import { useCallback } from 'react';
import { CallFailure } from '../lib/call-failure.ts';
import { useFaultText } from '../lib/fault-text.ts';
import { useToast } from './toast.tsx';

/** Tells a failed act in one sentence at the foot of the window: `onError: tell`. */
export function useTellFailure(): (failure: unknown) => void {
  const toast = useToast();
  const sentence = useFaultText();
  return useCallback(
    (failure) => toast({ state: 'failed', text: sentence(CallFailure.from(failure)) }),
    [toast, sentence],
  );
}
