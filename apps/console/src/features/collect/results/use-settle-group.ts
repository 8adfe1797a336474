import type { DuplicateGroup } from '@bowerbird/contract/collect/collected';
import { useState } from 'react';
import { useText } from '../../../lib/text/text.ts';
import { useConfirm } from '../../../ui/feedback/dialog.tsx';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { useReportFailure } from '../../../ui/feedback/use-report-failure.ts';
import { deleteSelection, keepGroups, useReadAgain } from '../queries.ts';

/** Returns the actions on a group of similar products. */
export function useSettleGroup({ id, rows, count }: Pick<DuplicateGroup, 'id' | 'rows' | 'count'>) {
  const text = useText();
  const confirm = useConfirm();
  const toast = useToast();
  const reportFailure = useReportFailure();
  const readAgain = useReadAgain();
  const [busy, setBusy] = useState(false);

  async function doing(work: () => Promise<void>): Promise<void> {
    setBusy(true);
    try {
      await work();
      readAgain();
    } catch (thrown) {
      reportFailure(thrown);
    } finally {
      setBusy(false);
    }
  }

  return {
    busy,
    /** Keeps them side by side and does not show them again; silent if another notice is shown already. */
    keep: (silent = false) =>
      doing(async () => {
        await keepGroups([id]);
        if (!silent) {
          toast({ text: text('box.similar.kept') });
        }
      }),
    async deleteOthers(kept: string): Promise<void> {
      const others = rows.flatMap((row) => (row.id === kept ? [] : [row.id]));
      const sure = await confirm({
        title: text('box.similar.delete.title', { n: others.length }),
        content: text('box.similar.delete.content'),
        confirm: text('collect.delete'),
        danger: true,
      });
      if (sure) {
        await doing(async () => {
          const deleted = await deleteSelection({ ids: others }, others.length);
          toast({ text: text('collect.deleted', { n: deleted }) });
        });
      }
    },
    count,
  };
}
