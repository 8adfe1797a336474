import { useCallback } from 'react';
import { useText } from '../../lib/text/text.ts';
import { useToast } from '../feedback/toast.tsx';

/** Returns a function that copies a text and confirms it; reports if the browser does not allow it. */
export function useCopy(): (value: string) => void {
  const text = useText();
  const toast = useToast();
  return useCallback(
    (value) => {
      navigator.clipboard.writeText(value).then(
        () => toast({ state: 'complete', text: text('act.copied') }),
        () => toast({ state: 'failed', text: text('row.copy.refused') }),
      );
    },
    [text, toast],
  );
}
