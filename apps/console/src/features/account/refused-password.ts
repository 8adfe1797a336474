import type { CallFailure } from '../../lib/call-failure.ts';

/** A new password that the server did not take, and why; said under its field until another one is typed. */
export interface RefusedPassword {
  password: string;
  told: string;
}

export function isPasswordRefused(failure: CallFailure | null): boolean {
  return failure?.code === 'account.password-common';
}
