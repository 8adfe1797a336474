import { createHash, randomBytes } from 'node:crypto';
import type { Db } from '../db/database.ts';
import type { SignedIn } from '../http/signed-in.ts';
import { personColumns, personOf } from './people.ts';

/** A session ends after seven days, whatever happens. */
export const sessionDays = 7;

export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** Begins a session and answers its token; only the token's hash is kept. Sessions that are over are cleared away. */
export async function beginSession(db: Db, userId: string, userAgent: string): Promise<string> {
  await db.deleteFrom('session').where('user_id', '=', userId).where('expires_at', '<', new Date()).execute();
  const token = randomBytes(32).toString('base64url');
  await db
    .insertInto('session')
    .values({
      token_hash: hashToken(token),
      user_id: userId,
      user_agent: userAgent.slice(0, 300),
      expires_at: new Date(Date.now() + sessionDays * 24 * 3600 * 1000),
    })
    .execute();
  return token;
}

export async function endSession(db: Db, tokenHash: Buffer): Promise<void> {
  await db.deleteFrom('session').where('token_hash', '=', tokenHash).execute();
}

/** Who holds this token now: sessions end, people are disabled, roles change, all at once. */
export async function findSignedIn(db: Db, token: string): Promise<SignedIn | undefined> {
  const row = await db
    .selectFrom('session')
    .innerJoin('user', 'user.id', 'session.user_id')
    .innerJoin('role', 'role.id', 'user.role_id')
    .select([...personColumns, 'session.token_hash'])
    .where('session.token_hash', '=', hashToken(token))
    .where('session.expires_at', '>', new Date())
    .where('user.status', '=', 'active')
    .executeTakeFirst();
  return row && personOf(row, row.token_hash);
}
