import { useCallback } from 'react';
import { useText } from '../../lib/text/text.ts';
import type { Choice } from '../../ui/feedback/dialog.tsx';
import { useChoice } from '../../ui/feedback/dialog.tsx';
import type { Tab } from './tabs.ts';

type Savers = ReadonlyMap<string, () => Promise<boolean>>;
type Answer = 'stay' | 'discard' | 'save';

/**
 * Returns a function that asks about unsaved work in the given tabs; it resolves to true if the person may continue.
 */
export function useConfirmUnsaved(): (tabs: Tab[], savers: Savers) => Promise<boolean> {
  const choose = useChoice();
  const text = useText();
  return useCallback(
    async (tabs, savers) => {
      const unsaved = tabs.filter((tab) => tab.unsaved > 0);
      const [only, ...others] = unsaved;
      if (only === undefined) {
        return true;
      }
      const save = others.length === 0 ? savers.get(only.id) : undefined;
      const choices: Choice<Answer>[] = [
        { key: 'stay', label: text('act.stay') },
        { key: 'discard', label: text('act.discard') },
      ];
      const answer = await choose<Answer>({
        title: text('unsaved.title'),
        content:
          others.length === 0
            ? text('unsaved.count', { n: only.unsaved })
            : text('unsaved.tabs', { n: unsaved.length }),
        choices:
          save === undefined
            ? choices
            : [...choices, { key: 'save', label: text('act.save'), kind: 'primary' }],
      });
      return answer === 'save' && save !== undefined ? await save() : answer === 'discard';
    },
    [choose, text],
  );
}
