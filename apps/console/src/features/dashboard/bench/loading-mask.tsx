import { useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { Ring } from '../../../ui/charts/ring.tsx';
import { Stack } from '../../../ui/layout/box.tsx';

/** How long it is shown, in milliseconds. */
const shownMs = 5000;

interface LoadingMaskProps {
  words: string;
  onEnd(): void;
}

/** Covers the whole window with a message for five seconds; nothing under it is reachable meanwhile. */
export function LoadingMask({ words, onEnd }: LoadingMaskProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const latest = useRef(onEnd);
  useEffect(() => {
    latest.current = onEnd;
  });
  useEffect(() => {
    dialog.current?.showModal?.();
    const timer = setTimeout(() => latest.current(), shownMs);
    return () => clearTimeout(timer);
  }, []);
  return createPortal(
    <dialog
      ref={dialog}
      className="loading-mask"
      aria-label={words}
      onCancel={(event) => event.preventDefault()}
    >
      <Stack as="span" align="center" gap={14} font="head" role="status">
        <Ring part={0.25} size={28} />
        {words}
      </Stack>
    </dialog>,
    document.body,
  );
}
