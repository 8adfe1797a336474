import type { ReactNode } from 'react';

/** An error above a form, with the action that solves it. */
export function Refused({ reported, children }: { reported: string; children?: ReactNode }) {
  return (
    <div className="guest-refused" role="alert">
      <p>{reported}</p>
      {children}
    </div>
  );
}
