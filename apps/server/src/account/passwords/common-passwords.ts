import { passwordLengthMin } from '@bowerbird/contract/account/password-strength';
import { AppError } from '@bowerbird/contract/errors';

/** Number of common passwords that are refused, most common first. */
const refusedMax = 10_000;

/** Common passwords that are long enough to be accepted otherwise, in lower case; read with the first new password. */
let common: Promise<ReadonlySet<string>> | undefined;

async function readCommon(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(
    dictionary['passwords-common'].filter(({ length }) => length >= passwordLengthMin).slice(0, refusedMax),
  );
}

/** Names of this product and of its trade, which an attacker tries first (`docs/security.md`, Passwords). */
export const ownWords = [
  'bowerbird',
  'shop-reptile',
  'shopreptile',
  '园丁鸟',
  '园丁鸟工具集',
  'merchant',
  'administrator',
  'shopify',
  'woocommerce',
  'wordpress',
  'aliexpress',
  'alibaba',
  'shopline',
  'shoplazza',
  'shopyy',
] as const;

/**
 * Throws `account.password-common` for a new password that is among the first to be guessed, ignoring case: a common
 * one, or one of `ownWords` with digits and signs around it.
 */
export async function refuseCommonPassword(password: string): Promise<void> {
  const small = password.trim().toLowerCase();
  const word = small.slice(firstLetter(small), small.length - firstLetter([...small].reverse().join('')));
  common ??= readCommon();
  if ((await common).has(small) || ownWords.some((own) => own === word)) {
    throw new AppError('account.password-common', 'one of the most common passwords');
  }
}

/** Returns the index of the first letter, or the length of a text without one. */
function firstLetter(text: string): number {
  const at = text.search(/\p{L}/u);
  return at < 0 ? text.length : at;
}
