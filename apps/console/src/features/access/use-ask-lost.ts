import { useCallback } from 'react';
import { useText } from '../../lib/text.ts';
import { useConfirm } from '../../ui/dialog.tsx';

/** Asks before another entry of the same page is opened over unsaved work; true when the person may go on. */
export function useAskLost(): (unsaved: boolean) => Promise<boolean> {
  const text = useText();
  const confirm = useConfirm();
  return useCallback(
    async (unsaved) =>
      !unsaved ||
      (await confirm({ title: text('unsaved.title'), confirm: text('act.discard'), danger: true })),
    [confirm, text],
  );
}
