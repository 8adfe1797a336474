import { AppError } from '@bowerbird/contract/errors';
import { type Selectable, sql } from 'kysely';
import pg from 'pg';
import { v7 } from 'uuid';
import type { Db } from '../db/database.ts';
import type { SignUpTable } from '../db/tables/account/messages.ts';
import { recorded } from '../http/recorded.ts';
import type { Call } from '../http/serve.ts';
import { signUpIdOf } from './sign-up.ts';

export interface Activated {
  email: string;
  username: string;
  phoneKept: boolean;
}

/**
 * Creates the merchant and the person of a sign-up, once. Throws `activation.expired` for a link that was used, that is
 * too old, or whose address already has an account.
 */
export async function activateAccount(
  call: Pick<Call, 'services' | 'record'>,
  token: string,
): Promise<Activated> {
  const { services } = call;
  const id = signUpIdOf(services, token);
  for (let tries = 1; ; tries += 1) {
    try {
      return await recorded(call, (db) => open(db, id, services.clock.wall()));
    } catch (thrown) {
      const taken = thrown instanceof pg.DatabaseError ? thrown.constraint : undefined;
      if (taken === 'user_email') {
        throw new AppError('activation.expired', 'the address has an account by now', { cause: thrown });
      }
      // Another request took this name or telephone number at the same moment; the next try sees that it is taken.
      if ((taken !== 'user_username' && taken !== 'user_phone') || tries === 3) {
        throw thrown;
      }
    }
  }
}

async function open(db: Db, id: string, now: number): Promise<Activated> {
  // Only one activation at a time assigns names.
  await sql`select pg_advisory_xact_lock(7133002)`.execute(db);
  const wanted = await db
    .selectFrom('sign_up')
    .selectAll()
    .where('id', '=', id)
    .where('mail_known', '=', false)
    .where('expires_at', '>', new Date(now))
    .forUpdate()
    .executeTakeFirst();
  if (!wanted) {
    throw new AppError('activation.expired', 'used, too old, or never sent');
  }
  const { email } = wanted;
  const name = email.slice(0, email.lastIndexOf('@'));
  const username = await freeName(db, name);
  const phone = wanted.phone !== null && (await isFreePhone(db, wanted.phone)) ? wanted.phone : null;
  const ownerId = v7();
  const userId = v7();
  await db.insertInto('owner').values({ id: ownerId, name }).execute();
  await db
    .insertInto('user')
    .values({
      id: userId,
      owner_id: ownerId,
      username,
      email,
      password_hash: wanted.password_hash,
      password_strength: wanted.password_strength,
      name,
      role_id: 'merchant',
      language: wanted.language,
      phone,
      activated_at: new Date(now),
      password_changed_at: wanted.created_at,
    })
    .execute();
  await keepAcceptance(db, userId, wanted);
  await db.deleteFrom('sign_up').where('email', '=', email).execute();
  return { email, username, phoneKept: phone !== null };
}

/** Stores permanently with the person which texts were accepted, and when, because the sign-up is deleted. */
async function keepAcceptance(
  db: Db,
  userId: string,
  { privacy_version, terms_version, created_at }: Selectable<SignUpTable>,
): Promise<void> {
  if (privacy_version !== null && terms_version !== null) {
    await db
      .insertInto('legal_acceptance')
      .values([
        { user_id: userId, page: 'privacy', version: privacy_version, accepted_at: created_at },
        { user_id: userId, page: 'terms', version: terms_version, accepted_at: created_at },
      ])
      .execute();
  }
}

/** Returns the part of the address before the @, with a number appended if that name is taken. */
async function freeName(db: Db, wanted: string): Promise<string> {
  const base =
    wanted
      .toLowerCase()
      .replaceAll(/[^a-z\d._-]/g, '')
      .slice(0, 32) || 'user';
  const held = await db
    .selectFrom('user')
    .select(sql<string>`lower(username)`.as('name'))
    .where(sql<string>`lower(username)`, 'like', `${base.replaceAll(/[\\%_]/g, '\\$&')}%`)
    .execute();
  const taken = new Set(held.map(({ name }) => name));
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? base : `${base}${number}`;
    if (!taken.has(name)) {
      return name;
    }
  }
}

async function isFreePhone(db: Db, phone: string): Promise<boolean> {
  return (
    (await db.selectFrom('user').select('id').where('phone', '=', phone).executeTakeFirst()) === undefined
  );
}
