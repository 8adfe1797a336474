import { useCallback } from 'react';
import { useText } from '../../lib/text/text.ts';
import { useConfirm } from '../../ui/feedback/dialog.tsx';

/**
 * Returns a function that asks before another entry of the same page replaces unsaved work; it resolves to true if the
 * person may continue.
 */
export function useConfirmLost(): (unsaved: boolean) => Promise<boolean> {
  const text = useText();
  const confirm = useConfirm();
  return useCallback(
    async (unsaved) =>
      !unsaved ||
      (await confirm({ title: text('unsaved.title'), confirm: text('act.discard'), danger: true })),
    [confirm, text],
  );
}
