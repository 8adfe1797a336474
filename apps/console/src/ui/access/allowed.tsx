import type { Action } from '@bowerbird/contract/permissions';
import type { ReactNode } from 'react';
import { useMayHere } from '../../lib/person/session.ts';

interface AllowedProps {
  action: Action;
  children: ReactNode;
}

/** Shows its content if the person may do the action on the page's permission. The server checks again. */
export function Allowed({ action, children }: AllowedProps) {
  return useMayHere()(action) ? children : null;
}
