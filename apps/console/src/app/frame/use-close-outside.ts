import { useEffect, useRef } from 'react';

/** Closes an open panel on a press outside of it or on Escape, which returns the focus to its button. */
export function useCloseOutside(place: { current: HTMLElement | null }, open: boolean, close: () => void) {
  const latest = useRef(close);
  useEffect(() => {
    latest.current = close;
  });
  useEffect(() => {
    if (!open) {
      return;
    }
    const onDown = (event: PointerEvent) => {
      const inDialog = event.target instanceof Element && event.target.closest('.ant-modal-root') !== null;
      if (event.target instanceof Node && !place.current?.contains(event.target) && !inDialog) {
        latest.current();
      }
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') {
        latest.current();
        place.current?.querySelector('button')?.focus();
      }
    };
    addEventListener('pointerdown', onDown);
    addEventListener('keydown', onKey);
    return () => {
      removeEventListener('pointerdown', onDown);
      removeEventListener('keydown', onKey);
    };
  }, [open, place]);
}
