import type { CollectedSelection } from '@bowerbird/contract/collected';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { CallFailure } from '../../../lib/call-failure.ts';
import { handOver } from '../../../lib/handed-selection.ts';
import { usePage } from '../../../lib/page.ts';
import { useMay } from '../../../lib/session.ts';
import { useText } from '../../../lib/text.ts';
import { runKeys } from '../../../lib/use-runs.tsx';
import { useConfirm } from '../../../ui/dialog.tsx';
import { useToast } from '../../../ui/toast.tsx';
import { useTellFailure } from '../../../ui/use-tell-failure.ts';
import type { ClaimEdits, Claimed } from '../queries.ts';
import { claimSelection, takeClaimBack, useReadAgain } from '../queries.ts';

/** How long a card takes to leave, in milliseconds. */
const leaveMs = 140;
/** So many products can be handed to the wizard by their ids. */
const handedMax = 1000;

export interface ClaimRequest {
  selection: CollectedSelection;
  /** How many the person was shown. */
  count: number;
  edits: ClaimEdits;
}

/** What is told of a claim: that it is done, with what was selected, or the run that does it. */
interface ClaimEvents {
  onClaimed(selection: CollectedSelection, runId: string | null): void;
}

/**
 * Claims. One by hand is done at once and told with an undo; one by filter starts a run. Where another number matches by
 * then, the person is asked again with the new one.
 */
export function useClaim({ onClaimed }: ClaimEvents) {
  const text = useText();
  const confirm = useConfirm();
  const tell = useTellFailure();
  const cache = useQueryClient();
  const tellDone = useTellDone();

  const claim = useMutation({
    mutationFn: ({ selection, count, edits }: ClaimRequest) => claimSelection(selection, count, edits),
    onSuccess: (claimed, { selection }) => {
      onClaimed(selection, claimed.runId);
      if (claimed.runId === null) {
        tellDone(claimed);
      } else {
        void cache.invalidateQueries({ queryKey: runKeys.current });
      }
    },
    onError: (thrown, request) => {
      const { code, params } = CallFailure.from(thrown);
      if (code === 'selection.changed' && typeof params.count === 'number' && params.count > 0) {
        void askAgain({ ...request, count: params.count });
      } else {
        tell(thrown);
      }
    },
  });
  const askAgain = async (request: ClaimRequest) => {
    const sure = await confirm({
      title: text('box.claim.changed.title', { n: request.count }),
      content: text('box.claim.changed.content'),
      confirm: text('collect.claim.go', { n: request.count }),
    });
    if (sure) {
      claim.mutate(request);
    }
  };
  return claim;
}

/** Tells of a claim that was done at once, with its undo and the way to list its products. */
function useTellDone() {
  const text = useText();
  const page = usePage();
  const may = useMay();
  const toast = useToast();
  const tell = useTellFailure();
  const readAgain = useReadAgain();

  const undo = async (productIds: string[]) => {
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
  return ({ claimed, alreadyClaimed, repaired, productIds }: Omit<Claimed, 'runId'>) => {
    setTimeout(readAgain, leaveMs);
    const canList = may('listing', 'add') && productIds.length > 0 && productIds.length <= handedMax;
    toast({
      state: 'claimed',
      text: [
        alreadyClaimed === 0
          ? text('collect.claimed', { n: claimed })
          : text('collect.claimed.some', { n: claimed, already: alreadyClaimed }),
        repaired !== null && repaired > 0 ? text('collect.claimed.repaired', { n: repaired }) : '',
      ]
        .join(' ')
        .trim(),
      // What was claimed before is not undone with it.
      ...(alreadyClaimed === 0 && productIds.length > 0 ? { onUndo: () => void undo(productIds) } : {}),
      ...(canList
        ? {
            more: {
              label: text('box.claim.list', { n: productIds.length }),
              onClick: () => {
                handOver({ ids: productIds }, productIds.length);
                page.open('/form/step-form');
              },
            },
          }
        : {}),
      onSee: () => page.open('/products/list'),
    });
  };
}
