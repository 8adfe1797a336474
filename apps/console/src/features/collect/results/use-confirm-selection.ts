import { useText } from '../../../lib/text/text.ts';
import { useChoice } from '../../../ui/feedback/dialog.tsx';
import type { SelectionState } from '../../../ui/table/use-selection.ts';

/** Returns a wrapper for filter changes: it asks what to do with a selection by filter; a manual selection is kept. */
export function useConfirmSelection(selection: SelectionState): (change: () => void) => void {
  const text = useText();
  const choose = useChoice();
  return (change) => {
    if (!selection.allMatching) {
      change();
      return;
    }
    void choose({
      title: text('collect.selection.title', { n: selection.count }),
      content: text('collect.selection.content'),
      choices: [
        { key: 'stay', label: text('act.stay') },
        { key: 'fromScratch', label: text('collect.selection.fromScratch'), kind: 'primary' },
      ],
    }).then((answer) => {
      if (answer === 'fromScratch') {
        selection.clear();
        change();
      }
    });
  };
}
