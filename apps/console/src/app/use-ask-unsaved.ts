import { useCallback } from 'react';
import { useText } from '../lib/text.ts';
import type { Choice } from '../ui/dialog.tsx';
import { useAsk } from '../ui/dialog.tsx';
import type { Tab } from './tabs.ts';

type Savers = ReadonlyMap<string, () => Promise<boolean>>;
type Answer = 'stay' | 'discard' | 'save';

/** Asks about unsaved work in these tabs; true when the person may go on. */
export function useAskUnsaved(): (tabs: Tab[], savers: Savers) => Promise<boolean> {
  const ask = useAsk();
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
      const answer = await ask<Answer>({
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
    [ask, text],
  );
}
