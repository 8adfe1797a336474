import { judgePassword } from '@bowerbird/contract/account/password-strength';
import { AppError } from '@bowerbird/contract/errors';
import type { Db } from '../../db/database.ts';
import type { Services } from '../../services/services.ts';
import { countTry, forgetTries } from '../signing-in/tries.ts';
import { hashPassword, isPassword } from './passwords.ts';

/**
 * Requires the caller's own password, so that a session that was left open can't change who can sign in. Throws
 * `account.password-wrong`, and `rate.too-many-tries` after five wrong passwords, whichever calls they were for.
 */
export async function requirePassword(
  services: Pick<Services, 'db' | 'seal' | 'clock'>,
  { userId, password }: { userId: string; password: string },
): Promise<void> {
  const bounds = [{ of: ['present-password', userId], free: 5 }];
  await countTry(services, bounds);
  const { password_hash: stored } = await services.db
    .selectFrom('user')
    .select('password_hash')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  if (!(await isPassword(stored, password))) {
    throw new AppError('account.password-wrong', 'the present password is wrong');
  }
  await forgetTries(services, bounds);
}

/** Sets a person's password and stores how it was judged. The caller must end the sessions of the old one. */
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
