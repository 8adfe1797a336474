import type { DuplicateGroup } from '@bowerbird/contract/collected';
import { useState } from 'react';
import { useText } from '../../lib/text.ts';
import { useConfirm } from '../../ui/dialog.tsx';
import { useToast } from '../../ui/toast.tsx';
import { useTellFailure } from '../../ui/use-tell-failure.ts';
import { deleteSelection, keepGroups, useReadAgain } from './queries.ts';

/** What can become of a group of alike goods. */
export function useSettleGroup({ id, rows, count }: Pick<DuplicateGroup, 'id' | 'rows' | 'count'>) {
  const text = useText();
  const confirm = useConfirm();
  const toast = useToast();
  const tell = useTellFailure();
  const readAgain = useReadAgain();
  const [busy, setBusy] = useState(false);

  async function doing(work: () => Promise<void>): Promise<void> {
    setBusy(true);
    try {
      await work();
      readAgain();
    } catch (thrown) {
      tell(thrown);
    } finally {
      setBusy(false);
    }
  }

  return {
    busy,
    /** They stay beside each other and are not shown again; silent where something else is told already. */
    keep: (silent = false) =>
      doing(async () => {
        await keepGroups([id]);
        if (!silent) {
          toast({ text: text('box.alike.kept') });
        }
      }),
    async deleteOthers(kept: string): Promise<void> {
      const others = rows.flatMap((row) => (row.id === kept ? [] : [row.id]));
      const sure = await confirm({
        title: text('box.alike.delete.title', { n: others.length }),
        content: text('box.alike.delete.content'),
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
