import { randomInt } from 'node:crypto';
import { type SqlBool, sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { endAccess } from './end-access.ts';
import { setPassword } from './own-password.ts';

/** Twelve letters and digits that cannot be misread. */
export function newPassword(): string {
  const letters = 'abcdefghjkmnpqrstuvwxyz23456789';
  return Array.from({ length: 12 }, () => letters[randomInt(letters.length)]).join('');
}

/**
 * Gives the person of this user name or e-mail address a new password and ends their sessions. Answers the password,
 * or null where there is no such person.
 */
export async function renewPassword(db: Db, name: string): Promise<string | null> {
  const password = newPassword();
  return await db.transaction().execute(async (inside) => {
    const person = await inside
      .selectFrom('user')
      .select('id')
      .where(
        sql<SqlBool>`lower(${sql.ref(name.includes('@') ? 'email' : 'username')}) = ${name.toLowerCase()}`,
      )
      .forUpdate()
      .executeTakeFirst();
    if (!person) {
      return null;
    }
    await setPassword(inside, person.id, password);
    await endAccess(inside, person.id);
    return password;
  });
}
