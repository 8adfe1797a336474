import type { CollectedSelection } from '@bowerbird/contract/collected';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { usePage } from '../../lib/page.ts';
import { useText } from '../../lib/text.ts';
import { runKeys, useRun } from '../../lib/use-runs.tsx';
import { useToast } from '../../ui/toast.tsx';
import { useTellFailure } from '../../ui/use-tell-failure.ts';
import type { ClaimEdits } from './queries.ts';
import { claimSelection, hasEnded, takeClaimBack, useReadAgain } from './queries.ts';

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
  const follow = useTellEnd();

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
        follow(runId);
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

/** Tells the end of a claim that runs by itself, as one done at once is told. */
function useTellEnd(): (runId: string) => void {
  const text = useText();
  const page = usePage();
  const toast = useToast();
  const readAgain = useReadAgain();
  const [followed, setFollowed] = useState<string | null>(null);
  const { data: run } = useRun(followed);
  useEffect(() => {
    if (run === undefined || run.id !== followed || !hasEnded(run)) {
      return;
    }
    setFollowed(null);
    readAgain();
    const well = run.state === 'complete';
    toast({
      state: well ? 'claimed' : run.state,
      text: text(well ? 'collect.claimed' : 'collect.claim.stopped', { n: run.done }),
      onSee: () => page.open(well ? '/products/list' : `/profile/basic/${run.id}`),
    });
  }, [run, followed, text, page, toast, readAgain]);
  return setFollowed;
}
