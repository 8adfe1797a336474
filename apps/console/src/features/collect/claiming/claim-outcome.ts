import { getClaimUndo, undoClaimRun } from '@bowerbird/contract/collect/collected';
import type { AnswerOf } from '@bowerbird/contract/route';
import { useMutation, useQuery } from '@tanstack/react-query';
import { call } from '../../../lib/api/call.ts';
import { CallFailure } from '../../../lib/api/call-failure.ts';
import { runKeys } from '../../../lib/data/use-runs.tsx';
import { useMay } from '../../../lib/person/session.ts';
import { useText } from '../../../lib/text/text.ts';
import { useConfirm } from '../../../ui/feedback/dialog.tsx';
import { useReportFailure } from '../../../ui/feedback/use-report-failure.ts';
import { useReadAgain } from '../queries.ts';

type Outcome = AnswerOf<typeof getClaimUndo>;
type Undone = AnswerOf<typeof undoClaimRun>;

/**
 * Returns what a finished claim by filter created: how many products can be undone, and how many were changed or listed
 * since.
 */
export function useClaimOutcome(runId: string) {
  const may = useMay();
  return useQuery({
    queryKey: [...runKeys.one(runId), 'undo'],
    queryFn: ({ signal }) => call(getClaimUndo, { params: { id: runId } }, { signal }),
    enabled: may('products', 'get'),
  });
}

/**
 * Returns a function that undoes a claim by filter. Products changed or listed since are kept: the person then confirms
 * first, and also if the number of products to remove has changed. Returns the result, or null if nothing was done.
 */
export function useUndoClaim(runId: string) {
  const text = useText();
  const confirm = useConfirm();
  const reportFailure = useReportFailure();
  const readAgain = useReadAgain();
  const { mutateAsync, isPending } = useMutation({
    mutationFn: (expected: number) => call(undoClaimRun, { params: { id: runId }, body: { expected } }),
  });

  const requestConfirmation = ({ undoable, kept }: Outcome) =>
    confirm({
      title: text('runs.claim.undo.title', { n: undoable }),
      ...(kept === 0 ? {} : { content: text('runs.claim.undo.kept', { n: kept }) }),
      confirm: text('act.undo'),
    });
  const undo = async (seen: Outcome): Promise<Undone | null> => {
    if (seen.kept > 0 && !(await requestConfirmation(seen))) {
      return null;
    }
    try {
      const done = await mutateAsync(seen.undoable);
      readAgain();
      return done;
    } catch (thrown) {
      const { code, params } = CallFailure.from(thrown);
      if (code !== 'selection.changed' || typeof params.count !== 'number') {
        reportFailure(thrown);
        return null;
      }
      const now = { undoable: params.count, kept: seen.kept + seen.undoable - params.count };
      return (await requestConfirmation(now)) ? undo({ ...now, kept: 0 }) : null;
    }
  };
  return { undo, isPending };
}
