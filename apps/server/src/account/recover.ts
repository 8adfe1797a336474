import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { languageOf } from '../http/language.ts';
import type { Services } from '../services.ts';
import { takeCode } from './codes.ts';
import { setPassword } from './own-password.ts';
import { endAllAccess } from './sessions.ts';

/** Who has this mail address or telephone number. */
export function findByAddress(db: Db, address: string) {
  return db
    .selectFrom('user')
    .select(['id', 'owner_id', 'email', 'language'])
    .where((eb) =>
      address.startsWith('+')
        ? eb('phone', '=', address)
        : eb(sql`lower(email)`, '=', address.trim().toLowerCase()),
    )
    .executeTakeFirst();
}

/**
 * A new password for whoever holds this address, with the code that was sent there; every session and every token of
 * the old one ends, and a mail says so. Throws `code.wrong` or `code.expired`, also where nobody has the address.
 */
export async function recover(
  services: Pick<Services, 'db' | 'seal' | 'clock' | 'messages'>,
  { address, code, password }: { address: string; code: string; password: string },
): Promise<void> {
  const { db, messages } = services;
  await takeCode(services, { purpose: 'recover', address, code });
  const user = await findByAddress(db, address);
  if (!user) {
    return;
  }
  await db.transaction().execute(async (inside) => {
    await setPassword(inside, user.id, password);
    await endAllAccess(inside, user.id);
    const language = languageOf(user.language ?? undefined, undefined);
    const to = { channel: 'mail' as const, to: user.email, language, ownerId: user.owner_id };
    await messages.send({ ...to, template: 'password-changed', values: {} }, inside);
  });
}
