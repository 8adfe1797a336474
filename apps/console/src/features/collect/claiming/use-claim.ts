import type { CollectedSelection } from '@bowerbird/contract/collect/collected';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { CallFailure } from '../../../lib/api/call-failure.ts';
import { runKeys } from '../../../lib/data/use-runs.tsx';
import { handOver } from '../../../lib/kept/handed-selection.ts';
import { usePage } from '../../../lib/page.ts';
import { useMay } from '../../../lib/person/session.ts';
import { useText } from '../../../lib/text/text.ts';
import { useConfirm } from '../../../ui/feedback/dialog.tsx';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { useReportFailure } from '../../../ui/feedback/use-report-failure.ts';
import type { ClaimEdits, Claimed } from '../queries.ts';
import { claimSelection, takeClaimBack, useReadAgain } from '../queries.ts';

/** How long a card takes to disappear, in milliseconds. */
const leaveMs = 140;
/** Maximum number of products passed to the wizard by their ids. */
const handedMax = 1000;

export interface ClaimRequest {
  selection: CollectedSelection;
  /** Number of products shown to the person. */
  count: number;
  edits: ClaimEdits;
}

/** Callbacks of a claim: it is done, with what was selected, or the run that performs it. */
interface ClaimEvents {
  onClaimed(selection: CollectedSelection, runId: string | null): void;
}

/**
 * Claims products. A manual selection is claimed at once and reported with an undo; a filter starts a run. If the
 * number of matches has changed, the person confirms the new number.
 */
export function useClaim({ onClaimed }: ClaimEvents) {
  const text = useText();
  const confirm = useConfirm();
  const reportFailure = useReportFailure();
  const cache = useQueryClient();
  const reportDone = useReportDone();

  const claim = useMutation({
    mutationFn: ({ selection, count, edits }: ClaimRequest) => claimSelection(selection, count, edits),
    onSuccess: (claimed, { selection }) => {
      onClaimed(selection, claimed.runId);
      if (claimed.runId === null) {
        reportDone(claimed);
      } else {
        void cache.invalidateQueries({ queryKey: runKeys.current });
      }
    },
    onError: (thrown, request) => {
      const { code, params } = CallFailure.from(thrown);
      if (code === 'selection.changed' && typeof params.count === 'number' && params.count > 0) {
        void confirmAgain({ ...request, count: params.count });
      } else {
        reportFailure(thrown);
      }
    },
  });
  const confirmAgain = async (request: ClaimRequest) => {
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

/** Reports a claim that was done at once, with its undo and a link to list its products. */
function useReportDone() {
  const text = useText();
  const page = usePage();
  const may = useMay();
  const toast = useToast();
  const reportFailure = useReportFailure();
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
      reportFailure(thrown);
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
      // Products that were already claimed are not undone with this claim.
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
