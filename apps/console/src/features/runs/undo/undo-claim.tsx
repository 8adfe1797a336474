import { Button } from 'antd';
import { useMay } from '../../../lib/person/session.ts';
import { useText } from '../../../lib/text/text.ts';
import { useConfirm } from '../../../ui/feedback/dialog.tsx';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { Icon } from '../../../ui/images/icon.tsx';
import { useClaimUndo, useUndoClaimRun } from '../queries.ts';

/** Undoes a completed claim run, after showing what can be undone; nothing if nothing can be undone. */
export function UndoClaim({ runId }: { runId: string }) {
  const text = useText();
  const may = useMay();
  const confirm = useConfirm();
  const toast = useToast();
  const { data } = useClaimUndo(runId, may('products', 'delete'));
  const undo = useUndoClaimRun(runId);
  if (data === undefined || data.undoable === 0) {
    return null;
  }
  const requestConfirmation = async () => {
    const sure = await confirm({
      title: text('runs.claim.undo.title', { n: data.undoable }),
      ...(data.kept === 0 ? {} : { content: text('runs.claim.undo.kept', { n: data.kept }) }),
      confirm: text('act.undo'),
    });
    if (sure) {
      undo.mutate(data.undoable, {
        onSuccess: ({ takenBack, kept }) =>
          toast({ state: 'complete', text: text('runs.claim.undone', { n: takenBack, kept }) }),
      });
    }
  };
  return (
    <Button icon={<Icon name="undo" />} loading={undo.isPending} onClick={() => void requestConfirmation()}>
      {text('runs.claim.undo')}
    </Button>
  );
}
