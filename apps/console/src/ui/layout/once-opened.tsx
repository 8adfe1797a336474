import type { ReactNode } from 'react';
import { Suspense, useState } from 'react';

/** A dialog or drawer whose code is loaded when it is first opened, and which then stays mounted. */
export function OnceOpened({ open, children }: { open: boolean; children: ReactNode }) {
  const [requested, setRequested] = useState(open);
  if (open && !requested) {
    setRequested(true);
  }
  return requested ? <Suspense fallback={null}>{children}</Suspense> : null;
}
