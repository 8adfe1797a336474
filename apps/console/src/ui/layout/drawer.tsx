import { Drawer as AntDrawer } from 'antd';
import type { ReactNode } from 'react';
import { useCallback, useEffect, useInsertionEffect, useRef } from 'react';

interface DrawerProps {
  title: ReactNode;
  open: boolean;
  onClose(): void;
  /** Pixels; on a phone always the full width. */
  width?: 300 | 320 | 480 | 560 | 720 | 960;
  side?: 'left' | 'right';
  footer?: ReactNode;
  /** Without the body's own padding. */
  flush?: boolean;
  children: ReactNode;
}

/** A side panel for a task next to the page. */
export function Drawer({
  title,
  open,
  onClose,
  width = 560,
  side = 'right',
  footer,
  flush = false,
  children,
}: DrawerProps) {
  const opener = useRef<Element | null>(null);
  // Runs before the drawer takes the focus in its own effects: the previously focused element gets it back.
  useInsertionEffect(() => {
    if (open) {
      opener.current = document.activeElement;
    }
  }, [open]);
  const giveBack = useCallback(() => {
    if (opener.current instanceof HTMLElement && opener.current.isConnected) {
      opener.current.focus({ preventScroll: true });
    }
  }, []);
  // A drawer that is unmounted while open never reports that it has closed.
  useEffect(
    () => () => {
      setTimeout(() => {
        if (document.activeElement === document.body) {
          giveBack();
        }
      });
    },
    [giveBack],
  );
  return (
    <AntDrawer
      title={title}
      open={open}
      onClose={onClose}
      placement={side}
      size={`min(${width}px, 100vw)`}
      footer={footer}
      destroyOnHidden
      afterOpenChange={(shown) => {
        if (!shown) {
          // Only once the drawer has released the focus.
          setTimeout(giveBack);
        }
      }}
      {...(flush ? { styles: { body: { padding: 0, display: 'flex' } } } : {})}
    >
      {children}
    </AntDrawer>
  );
}
