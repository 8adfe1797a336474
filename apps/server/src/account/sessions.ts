import { createHash, randomBytes } from 'node:crypto';
import type { Session } from '@bowerbird/contract/account/security';
import { AppError } from '@bowerbird/contract/errors';
import { type SqlBool, sql } from 'kysely';
import { plannedOnce } from '../db/connecting/planned-once.ts';
import type { Db } from '../db/database.ts';
import type { SignedIn } from '../http/signed-in.ts';
import { personColumns, personOf } from './people.ts';
import { deviceOf } from './signing-in/device.ts';
import { findTokenHolder, isApiToken } from './tokens/token-holder.ts';

/** Days after which a session ends in any case. */
export const sessionDays = 7;
/** Hours without use after which a session ends: fewer if the browser was not to remember it. */
export const idleHours = { remembered: 72, once: 12 };
/** Shortest time between two updates of when a session was last seen. */
const seenEveryMs = 60_000;

/** Most sessions of one person. */
const ofOnePersonMax = 100;

export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/**
 * Begins a session and returns its token; stores only the token's hash. Deletes sessions that are over, and those unused
 * for longest beyond `ofOnePersonMax`.
 */
export async function beginSession(
  db: Db,
  userId: string,
  from: { userAgent: string; ip: string; remembered: boolean },
): Promise<string> {
  await db
    .deleteFrom('session')
    .where('user_id', '=', userId)
    .where((session) =>
      session.or([
        session('expires_at', '<', new Date()),
        session('token_hash', 'in', (inner) =>
          inner
            .selectFrom('session')
            .select('token_hash')
            .where('user_id', '=', userId)
            .orderBy('last_seen_at', 'desc')
            .offset(ofOnePersonMax - 1),
        ),
      ]),
    )
    .execute();
  const token = randomBytes(32).toString('base64url');
  await db
    .insertInto('session')
    .values({
      token_hash: hashToken(token),
      user_id: userId,
      user_agent: from.userAgent.slice(0, 300),
      ip: from.ip,
      remembered: from.remembered,
      expires_at: new Date(Date.now() + sessionDays * 24 * 3600 * 1000),
    })
    .execute();
  return token;
}

/**
 * Holds a person against a change of the password until the end of the transaction, before something is created that
 * gives access. Throws `auth.required` if the caller's session was ended meanwhile.
 */
export async function holdSession(
  db: Db,
  { id, tokenHash }: Pick<SignedIn, 'id' | 'tokenHash'>,
): Promise<void> {
  await db.selectFrom('user').select('id').where('id', '=', id).forNoKeyUpdate().execute();
  const session = await db
    .selectFrom('session')
    .select('id')
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();
  if (!session) {
    throw new AppError('auth.required', 'the session was ended meanwhile');
  }
}

export async function endSession(db: Db, tokenHash: Buffer): Promise<void> {
  await db.deleteFrom('session').where('token_hash', '=', tokenHash).execute();
}

/** Ends every session of this person except the one with this token; returns how many it ended. */
export async function endOtherSessions(db: Db, userId: string, tokenHash: Buffer): Promise<number> {
  const ended = await db
    .deleteFrom('session')
    .where('user_id', '=', userId)
    .where('token_hash', '!=', tokenHash)
    .executeTakeFirst();
  return Number(ended.numDeletedRows);
}

/** Ends one session of this person. Throws `not-found` for a session that is over or belongs to another person. */
export async function endSessionById(db: Db, userId: string, id: string): Promise<void> {
  const ended = await db
    .deleteFrom('session')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (ended.numDeletedRows === 0n) {
    throw new AppError('not-found', `session ${id}`);
  }
}

/** Whether a session was used recently enough. */
const isInUse = sql<SqlBool>`session.last_seen_at > now() - make_interval(hours =>
  case when session.remembered then ${sql.lit(idleHours.remembered)} else ${sql.lit(idleHours.once)} end)`;

/** Returns the valid sessions of this person: the current one first, then by when they were last seen. */
export async function listSessions(db: Db, userId: string, current: Buffer): Promise<Session[]> {
  const rows = await db
    .selectFrom('session')
    .select(['id', 'token_hash', 'user_agent', 'ip', 'last_seen_at', 'created_at', 'expires_at'])
    .where('user_id', '=', userId)
    .where('expires_at', '>', new Date())
    .where(isInUse)
    .orderBy('last_seen_at', 'desc')
    .orderBy('id')
    .execute();
  return rows
    .map((row) => ({
      id: row.id,
      ...deviceOf(row.user_agent),
      ip: row.ip,
      current: row.token_hash.equals(current),
      lastSeenAt: row.last_seen_at.toISOString(),
      createdAt: row.created_at.toISOString(),
      expiresAt: row.expires_at.toISOString(),
    }))
    .sort((one, other) => Number(other.current) - Number(one.current));
}

/**
 * Returns the person who holds this token of a session or an API token now: ended sessions, disabled people and changed
 * roles take effect at once.
 */
export async function findSignedIn(db: Db, token: string): Promise<SignedIn | undefined> {
  if (isApiToken(token)) {
    return await findTokenHolder(db, hashToken(token));
  }
  const row = await db
    .selectFrom('session')
    .innerJoin('user', 'user.id', 'session.user_id')
    .innerJoin('role', 'role.id', 'user.role_id')
    .select([...personColumns, 'session.token_hash', 'session.last_seen_at'])
    .where('session.token_hash', '=', hashToken(token))
    .where('session.expires_at', '>', new Date())
    .where(isInUse)
    .where('user.status', '=', 'active')
    .modifyEnd(plannedOnce)
    .executeTakeFirst();
  if (row && Date.now() - row.last_seen_at.getTime() > seenEveryMs) {
    await db
      .updateTable('session')
      .set({ last_seen_at: new Date() })
      .where('token_hash', '=', row.token_hash)
      .execute();
  }
  return row && personOf(row, row.token_hash);
}
