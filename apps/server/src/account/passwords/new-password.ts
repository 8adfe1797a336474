import { randomInt } from 'node:crypto';
import { type SqlBool, sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import { endAccess } from './end-access.ts';
import { setPassword } from './own-password.ts';

/** Creates a password of twelve letters and digits that are hard to confuse. */
export function newPassword(): string {
  const letters = 'abcdefghjkmnpqrstuvwxyz23456789';
  return Array.from({ length: 12 }, () => letters[randomInt(letters.length)]).join('');
}

/**
 * Gives the person with this user name or e-mail address a new password and ends their sessions. Returns the password,
 * or null if there is no such person.
 * @param record records the change in its transaction
 */
export async function renewPassword(
  db: Db,
  name: string,
  record: (inside: Db, username: string) => Promise<void> = async () => undefined,
): Promise<string | null> {
  const password = newPassword();
  return await db.transaction().execute(async (inside) => {
    const person = await inside
      .selectFrom('user')
      .select(['id', 'username'])
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
    await record(inside, person.username);
    return password;
  });
}
