import type { CollectedSelection } from '@bowerbird/contract/collect';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { usePage } from '../../lib/page.ts';
import { useText } from '../../lib/text.ts';
import { runKeys } from '../../lib/use-runs.tsx';
import { useToast } from '../../ui/toast.tsx';
import { useTellFailure } from '../../ui/use-tell-failure.ts';
import type { ClaimEdits } from './queries.ts';
import { claimSelection, takeClaimBack, useReadAgain } from './queries.ts';

/** How long a card takes to leave, in milliseconds. */
const leaveMs = 140;

interface ClaimAsk {
  selection: CollectedSelection;
  edits: ClaimEdits;
}

/** Claims, tells it with a way back, and reads the box again once the cards have left. */
export function useClaim(onClaimed: (selection: CollectedSelection) => void) {
  const text = useText();
  const page = usePage();
  const toast = useToast();
  const tell = useTellFailure();
  const cache = useQueryClient();
  const readAgain = useReadAgain();

  const takeBack = async (productIds: string[]) => {
    try {
      const { takenBack, kept } = await takeClaimBack(productIds);
      toast({
        text:
          kept === 0
            ? text('collect.unclaimed', { n: takenBack })
            : text('collect.unclaimed.kept', { n: takenBack, kept }),
      });
      readAgain();
    } catch (thrown) {
      tell(thrown);
    }
  };
  return useMutation({
    mutationFn: ({ selection, edits }: ClaimAsk) => claimSelection(selection, edits),
    onSuccess: ({ runId, claimed, alreadyClaimed, productIds }, { selection }) => {
      onClaimed(selection);
      if (runId !== null) {
        void cache.invalidateQueries({ queryKey: runKeys.current });
        toast({
          text: text('collect.claim.started'),
          state: 'running',
          onSee: () => page.open(`/profile/basic/${runId}`),
        });
        return;
      }
      setTimeout(readAgain, leaveMs);
      toast({
        state: 'claimed',
        text:
          alreadyClaimed === 0
            ? text('collect.claimed', { n: claimed })
            : text('collect.claimed.some', { n: claimed, already: alreadyClaimed }),
        // What was claimed before is not taken back with it.
        ...(alreadyClaimed === 0 && productIds.length > 0 ? { onUndo: () => void takeBack(productIds) } : {}),
        onSee: () => page.open('/products/list'),
      });
    },
    onError: tell,
  });
}
