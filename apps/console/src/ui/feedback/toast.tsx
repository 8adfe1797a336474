import { hasEnded } from '@bowerbird/contract/runs';
import type { ReactNode } from 'react';
import { createContext, useCallback, useContext, useEffect, useMemo, useRef, useState } from 'react';
import { useRun } from '../../lib/data/use-runs.tsx';
import { useText } from '../../lib/text/text.ts';
import { Icon } from '../images/icon.tsx';
import { Box, Row } from '../layout/box.tsx';
import type { StateName } from './state-glyph.tsx';
import { StateGlyph } from './state-glyph.tsx';
import './toast.css';

export interface ToastContent {
  text: string;
  /** Icon before the text; a failure uses `failed`. */
  state?: StateName;
  onUndo?(): void;
  /** One more action, between undo and "View". */
  more?: { label: string; onClick(): void };
  onSee?(): void;
  /** It stays until it is closed or replaced. */
  stays?: boolean;
  /** The run that it says has begun: it closes by itself when that run has ended. */
  runId?: string;
}

interface Shown extends ToastContent {
  id: number;
}

const Toasts = createContext<(content: ToastContent) => void>(() => undefined);

/** How long a toast stays, in milliseconds; hovering or focusing keeps it open. */
const staysMs = 8000;

/**
 * Returns a function that shows one sentence at the bottom of the window, with undo if available. A new toast replaces
 * the old one.
 */
export function useToast(): (content: ToastContent) => void {
  return useContext(Toasts);
}

export function ToastProvider({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<Shown | null>(null);
  const count = useRef(0);
  const show = useCallback((content: ToastContent) => {
    count.current += 1;
    setShown({ ...content, id: count.current });
  }, []);
  return (
    <Toasts value={show}>
      {children}
      <Row className="toast-place" justify="center" role="status" aria-live="polite">
        {shown !== null && <Toast key={shown.id} toast={shown} onClose={() => setShown(null)} />}
      </Row>
    </Toasts>
  );
}

function Toast({ toast, onClose }: { toast: Shown; onClose(): void }) {
  const text = useText();
  const [held, setHeld] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const { data: run } = useRun(toast.runId ?? null);
  const isOver = run !== undefined && hasEnded(run);

  useEffect(() => {
    if (isOver) {
      onClose();
    }
  }, [isOver, onClose]);

  useEffect(() => {
    if (held || toast.stays) {
      return;
    }
    const timer = setTimeout(onClose, staysMs);
    return () => clearTimeout(timer);
  }, [held, onClose, toast.stays]);

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'F8') {
        event.preventDefault();
        box.current?.querySelector('button')?.focus();
      }
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);

  const actions = useMemo(
    () =>
      [
        { label: text('act.undo'), act: toast.onUndo },
        { label: toast.more?.label ?? '', act: toast.more?.onClick },
        { label: text('act.see'), act: toast.onSee },
      ].flatMap(({ label, act }) => (act === undefined ? [] : [{ label, act }])),
    [text, toast],
  );

  return (
    <Row
      className="toast"
      align="center"
      gap={14}
      maxW="min(640px, calc(100vw - 32px))"
      minH={42}
      p={[8, 8, 8, 16]}
      radius="xl"
      font="small"
      ref={box}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      {toast.state !== undefined && <StateGlyph state={toast.state} />}
      <span>{toast.text}</span>
      {actions.map(({ label, act }) => (
        <Box
          as="button"
          key={label}
          type="button"
          className="toast-action"
          hover="underline"
          rigid
          p={[2, 6]}
          radius="s"
          weight={500}
          onClick={() => {
            act();
            onClose();
          }}
        >
          {label}
        </Box>
      ))}
      <Row
        as="button"
        type="button"
        className="toast-close"
        inline
        p={6}
        radius="s"
        aria-label={text('act.close')}
        onClick={onClose}
      >
        <Icon name="close" size={14} />
      </Row>
    </Row>
  );
}
