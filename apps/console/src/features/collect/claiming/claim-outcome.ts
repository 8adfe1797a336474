import { getClaimUndo, undoClaimRun } from '@bowerbird/contract/collected';
import type { AnswerOf } from '@bowerbird/contract/route';
import { useMutation, useQuery } from '@tanstack/react-query';
import { call } from '../../../lib/call.ts';
import { CallFailure } from '../../../lib/call-failure.ts';
import { useMay } from '../../../lib/session.ts';
import { useText } from '../../../lib/text.ts';
import { runKeys } from '../../../lib/use-runs.tsx';
import { useConfirm } from '../../../ui/dialog.tsx';
import { useTellFailure } from '../../../ui/use-tell-failure.ts';
import { useReadAgain } from '../queries.ts';

type Outcome = AnswerOf<typeof getClaimUndo>;
type Undone = AnswerOf<typeof undoClaimRun>;

/** What an ended claim by filter made: how many products can be undone, and how many were changed or listed since. */
export function useClaimOutcome(runId: string) {
  const may = useMay();
  return useQuery({
    queryKey: [...runKeys.one(runId), 'undo'],
    queryFn: ({ signal }) => call(getClaimUndo, { params: { id: runId } }, { signal }),
    enabled: may('products', 'get'),
  });
}

/**
 * Undoes a claim by filter. Products that were changed or listed since stay: then the person is asked first, as when
 * another number would go by now. Answers what became of it, or null when nothing did.
 */
export function useUndoClaim(runId: string) {
  const text = useText();
  const confirm = useConfirm();
  const tell = useTellFailure();
  const readAgain = useReadAgain();
  const { mutateAsync, isPending } = useMutation({
    mutationFn: (expected: number) => call(undoClaimRun, { params: { id: runId }, body: { expected } }),
  });

  const ask = ({ undoable, kept }: Outcome) =>
    confirm({
      title: text('runs.claim.undo.title', { n: undoable }),
      ...(kept === 0 ? {} : { content: text('runs.claim.undo.kept', { n: kept }) }),
      confirm: text('act.undo'),
    });
  const undo = async (seen: Outcome): Promise<Undone | null> => {
    if (seen.kept > 0 && !(await ask(seen))) {
      return null;
    }
    try {
      const done = await mutateAsync(seen.undoable);
      readAgain();
      return done;
    } catch (thrown) {
      const { code, params } = CallFailure.from(thrown);
      if (code !== 'selection.changed' || typeof params.count !== 'number') {
        tell(thrown);
        return null;
      }
      const now = { undoable: params.count, kept: seen.kept + seen.undoable - params.count };
      return (await ask(now)) ? undo({ ...now, kept: 0 }) : null;
    }
  };
  return { undo, isPending };
}
