import type { ReactNode } from 'react';
import { Suspense, useState } from 'react';

/** A dialog or drawer whose code comes when it is first opened, and which then stays. */
export function OnceOpened({ open, children }: { open: boolean; children: ReactNode }) {
  const [asked, setAsked] = useState(open);
  if (open && !asked) {
    setAsked(true);
  }
  return asked ? <Suspense fallback={null}>{children}</Suspense> : null;
}
