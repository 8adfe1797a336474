import { useEffect, useRef } from 'react';
import { isTyping } from '../../ui/table/typing.ts';

/**
 * Handles single-key shortcuts of a page: not while typing, not in a drawer above, not keys that the frame has handled.
 */
export function useKeys(actions: Readonly<Record<string, (() => void) | undefined>>): void {
  const latest = useRef(actions);
  useEffect(() => {
    latest.current = actions;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const act = Object.hasOwn(latest.current, event.key) ? latest.current[event.key] : undefined;
      const taken = event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey;
      if (act !== undefined && !taken && !isTyping(event.target) && !isAbove(event.target)) {
        event.preventDefault();
        act();
      }
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
}

function isAbove(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[role="dialog"]') !== null;
}
