import type { Security } from '@bowerbird/contract/account/security';
import type { Db } from '../db/database.ts';
import { maskedMail, maskedPhone } from './masked.ts';
import { countRecoveryCodes } from './two-step/recovery-codes.ts';

/** Returns how this person's account is secured, as the console shows it. */
export async function getSecurity(db: Db, userId: string): Promise<Security> {
  const row = await db
    .selectFrom('user')
    .select(['email', 'phone', 'password_strength', 'password_changed_at', 'two_step_since'])
    .select((eb) => eb('two_step', 'is not', null).as('two_step_on'))
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return {
    passwordStrength: row.password_strength,
    passwordChangedAt: row.password_changed_at?.toISOString() ?? null,
    phone: row.phone && maskedPhone(row.phone),
    email: maskedMail(row.email),
    twoStep: {
      on: row.two_step_on === true,
      since: row.two_step_since?.toISOString() ?? null,
      recoveryCodesLeft: await countRecoveryCodes(db, userId),
    },
  };
}
