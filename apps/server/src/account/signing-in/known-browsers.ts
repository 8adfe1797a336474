import { randomBytes } from 'node:crypto';
import { apiBase } from '@bowerbird/contract/route';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Db } from '../../db/database.ts';
import type { Services } from '../../services/services.ts';
import { hashToken } from '../sessions.ts';

type Parts = Pick<Services, 'db' | 'clock'>;

const cookieName = 'Known-Browser';
/** The longest time that a browser keeps a cookie. */
const keptDays = 400;
const ofOnePersonMax = 20;

/** Returns the token by which a known browser is recognised, which gives no access; null if the browser sends none. */
export function browserIn(request: Pick<FastifyRequest, 'cookies'>): string | null {
  const token = request.cookies[cookieName] ?? '';
  return /^[\w-]{43}$/.test(token) ? token : null;
}

/** Returns the hash of this browser's token if the browser has signed in to this account before, else null. */
export async function findKnownBrowser(db: Db, userId: string, token: string | null): Promise<Buffer | null> {
  const known =
    token !== null &&
    (await db
      .selectFrom('known_browser')
      .select('token_hash')
      .where('user_id', '=', userId)
      .where('token_hash', '=', hashToken(token))
      .executeTakeFirst());
  return known ? known.token_hash : null;
}

/**
 * Remembers the browser that this person signs in with, and returns its token. A browser that several people use keeps
 * the one that it brought. A token that nobody signed in with is not accepted, because an attacker could have planted it.
 */
export async function rememberBrowser(
  { db, clock }: Parts,
  userId: string,
  brought: string | null,
): Promise<string> {
  const token = brought !== null && (await isAnybodys(db, brought)) ? brought : newToken();
  const seen_at = new Date(clock.wall());
  await db
    .insertInto('known_browser')
    .values({ user_id: userId, token_hash: hashToken(token), seen_at })
    .onConflict((conflict) => conflict.columns(['token_hash', 'user_id']).doUpdateSet({ seen_at }))
    .execute();
  await forgetOldest(db, userId);
  return token;
}

/** Sets the cookie by which a browser is recognised. */
export function setBrowserCookie(request: FastifyRequest, reply: FastifyReply, token: string): void {
  reply.setCookie(cookieName, token, {
    path: apiBase,
    httpOnly: true,
    sameSite: 'strict',
    secure: request.protocol === 'https',
    maxAge: keptDays * 24 * 3600,
  });
}

/**
 * Forgets all known browsers after a change of the password: a person who knew the old one is unknown in every browser.
 */
export async function forgetBrowsers(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('known_browser').where('user_id', '=', userId).execute();
}

function newToken(): string {
  return randomBytes(32).toString('base64url');
}

async function isAnybodys(db: Db, token: string): Promise<boolean> {
  const known = await db
    .selectFrom('known_browser')
    .select('user_id')
    .where('token_hash', '=', hashToken(token))
    .limit(1)
    .executeTakeFirst();
  return known !== undefined;
}

async function forgetOldest(db: Db, userId: string): Promise<void> {
  await db
    .deleteFrom('known_browser')
    .where('user_id', '=', userId)
    .where('token_hash', 'not in', (eb) =>
      eb
        .selectFrom('known_browser')
        .select('token_hash')
        .where('user_id', '=', userId)
        .orderBy('seen_at', 'desc')
        .limit(ofOnePersonMax),
    )
    .execute();
}
