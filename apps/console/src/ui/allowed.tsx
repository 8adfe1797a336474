import type { Action } from '@bowerbird/contract/permissions';
import type { ReactNode } from 'react';
import { useMayHere } from '../lib/session.ts';

interface AllowedProps {
  action: Action;
  children: ReactNode;
}

/** Shows what the person may do on the page's permission, and nothing of what they may not. The server checks again. */
export function Allowed({ action, children }: AllowedProps) {
  return useMayHere()(action) ? children : null;
}
