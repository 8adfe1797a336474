import { AppError } from '@bowerbird/contract/errors';
import { passwordLengthMin } from '@bowerbird/contract/password-strength';
import { dictionary } from '@zxcvbn-ts/language-common';

/** As many as are refused, most common first. */
const refusedMax = 10_000;

/** Of those that are long enough to be chosen at all; the list is in small letters. */
const common: ReadonlySet<string> = new Set(
  dictionary['passwords-common'].filter(({ length }) => length >= passwordLengthMin).slice(0, refusedMax),
);

/** Throws `account.password-common` for a new password that is among the first to be guessed, whatever its capitals. */
export function refuseCommonPassword(password: string): void {
  if (common.has(password.trim().toLowerCase())) {
    throw new AppError('account.password-common', 'one of the most common passwords');
  }
}
