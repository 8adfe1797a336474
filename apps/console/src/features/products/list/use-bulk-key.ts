import { useEffect, useRef } from 'react';
import { dialogIsOpen, popupIsOpen } from '../../../ui/layout/overlay.ts';
import { isTyping } from '../../../ui/table/typing.ts';

/** Calls back for the key `b`, outside of fields, dialogs and menus. */
export function useBulkKey(enabled: boolean, onKey: () => void): void {
  const latest = useRef(onKey);
  useEffect(() => {
    latest.current = onKey;
  });
  useEffect(() => {
    if (!enabled) {
      return;
    }
    const hear = (event: KeyboardEvent) => {
      const plain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey;
      const free = !event.defaultPrevented && !isTyping(event.target) && !dialogIsOpen() && !popupIsOpen();
      if (event.key === 'b' && plain && free) {
        event.preventDefault();
        latest.current();
      }
    };
    addEventListener('keydown', hear);
    return () => removeEventListener('keydown', hear);
  }, [enabled]);
}
