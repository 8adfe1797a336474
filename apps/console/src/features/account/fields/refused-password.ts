import type { CallFailure } from '../../../lib/api/call-failure.ts';

/** A new password that the server refused, and why; shown under its field until the text changes. */
export interface RefusedPassword {
  password: string;
  reported: string;
}

export function isPasswordRefused(failure: CallFailure | null): boolean {
  return failure?.code === 'account.password-common';
}
