import { AppError } from '@bowerbird/contract/errors';
import { judgePassword } from '@bowerbird/contract/password-strength';
import type { Db } from '../db/database.ts';
import type { Services } from '../services.ts';
import { hashPassword, isPassword } from './passwords.ts';
import type { SignInTries } from './tries.ts';

/**
 * Makes sure that who asks knows their own password: a session that was left open does not change who can sign in.
 * Throws `account.password-wrong`, and `rate.too-many-tries` after five wrong ones for the same thing.
 */
export async function requirePassword(
  { db }: Pick<Services, 'db'>,
  tries: SignInTries,
  { userId, password, what }: { userId: string; password: string; what: string },
): Promise<void> {
  const key = `${userId} ${what}`;
  tries.check(key);
  const { password_hash: stored } = await db
    .selectFrom('user')
    .select('password_hash')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  if (!(await isPassword(stored, password))) {
    tries.wrong(key);
    throw new AppError('account.password-wrong', 'the present password is wrong');
  }
  tries.right(key);
}

/** Sets a person's password, with how it was judged. Whoever calls ends the sessions of the old one. */
export async function setPassword(db: Db, userId: string, password: string): Promise<void> {
  const judged = judgePassword(password);
  await db
    .updateTable('user')
    .set({
      password_hash: await hashPassword(password),
      password_changed_at: new Date(),
      password_strength: judged === 'short' ? null : judged,
    })
    .where('id', '=', userId)
    .execute();
}
