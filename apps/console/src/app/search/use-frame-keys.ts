import { useEffect, useRef } from 'react';
import { dialogIsOpen } from '../../ui/layout/overlay.ts';
import { goWaitMs } from '../../ui/table/go-keys.ts';
import { isTyping } from '../../ui/table/typing.ts';
import { useTabs } from '../tabs/tabs-context.ts';

const places: Record<string, string> = {
  w: '/dashboard/workplace',
  c: '/collect/product',
  p: '/products/list',
  l: '/form/step-form',
  r: '/list/query-list',
};

/**
 * Handles the frame's keys: `g` and a letter opens a place, `g` 1 to 9 a tab, `g x` closes; `[` and `]` step through
 * tabs.
 */
export function useFrameKeys(): void {
  const { state, commands } = useTabs();
  const latest = useRef({ state, commands });
  useEffect(() => {
    latest.current = { state, commands };
  });

  useEffect(() => {
    let goneAt = 0;
    const onKey = (event: KeyboardEvent) => {
      if (isTyping(event.target) || event.ctrlKey || event.metaKey || event.altKey || dialogIsOpen()) {
        return;
      }
      const after = event.timeStamp - goneAt < goWaitMs;
      goneAt = !after && event.key === 'g' ? event.timeStamp : 0;
      const act = after ? afterG(event.key, latest.current) : stepKey(event.key, latest.current);
      if (act !== null) {
        event.preventDefault();
        act();
      }
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
}

type Open = ReturnType<typeof useTabs>;

function afterG(key: string, { state, commands }: Open): (() => void) | null {
  const path = places[key] ?? state.tabs[Number(key) - 1]?.path;
  if (path !== undefined) {
    return () => commands.open(path);
  }
  return key === 'x' ? () => void commands.close([state.activeId]) : null;
}

function stepKey(key: string, { state, commands }: Open): (() => void) | null {
  const step = key === ']' ? 1 : key === '[' ? -1 : 0;
  const at = state.tabs.findIndex(({ id }) => id === state.activeId);
  const next = state.tabs[(at + step + state.tabs.length) % state.tabs.length];
  return step === 0 || next === undefined ? null : () => commands.open(next.path);
}
