import type { ReactNode } from 'react';

/** What was refused, above a form, with the act that remedies it. */
export function Refused({ told, children }: { told: string; children?: ReactNode }) {
  return (
    <div className="guest-refused" role="alert">
      <p>{told}</p>
      {children}
    </div>
  );
}
