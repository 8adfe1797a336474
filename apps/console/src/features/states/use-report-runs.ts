import { useCallback } from 'react';
import { useNavigate } from 'react-router';
import { useText } from '../../lib/text/text.ts';
import { useToast } from '../../ui/feedback/toast.tsx';

/** Returns a function that reports that products are being sent to stores again, with a link to the run. */
export function useReportRuns(): (reported: { runIds: string[]; products: number }) => void {
  const text = useText();
  const toast = useToast();
  const navigate = useNavigate();
  return useCallback(
    ({ runIds, products }) => {
      const [first] = runIds;
      toast({
        state: 'sent',
        text: text('places.begun', { n: products }),
        ...(first !== undefined && { onSee: () => void navigate(`/profile/basic/${first}`) }),
      });
    },
    [text, toast, navigate],
  );
}
