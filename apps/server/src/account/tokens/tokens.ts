import { randomBytes } from 'node:crypto';
import type { Token } from '@bowerbird/contract/account/tokens';
import { AppError } from '@bowerbird/contract/errors';
import type { Selectable } from 'kysely';
import { v7 } from 'uuid';
import type { Db } from '../../db/database.ts';
import { requireBelow } from '../../db/places.ts';
import type { ApiTokenTable } from '../../db/tables/account/account.ts';
import { hashToken } from '../sessions.ts';
import { apiTokenPrefix, type Right } from './token-holder.ts';

export interface NewToken {
  kind: 'api' | 'plugin';
  name: string;
  permissions: Right[];
  userAgent?: string;
  expiresAt: Date | null;
}

/**
 * Creates a token, in the caller's transaction. The token can be read only this once, because only its hash is stored.
 * Throws `token.too-many`.
 */
export async function createToken(
  db: Db,
  userId: string,
  { kind, name, permissions, userAgent = '', expiresAt }: NewToken,
): Promise<{ token: string; created: Token }> {
  // Callers go one after the other, so that two at once do not both take the last place.
  await db.selectFrom('user').select('id').where('id', '=', userId).forNoKeyUpdate().execute();
  const held = await db
    .selectFrom('api_token')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .executeTakeFirstOrThrow();
  requireBelow('api_token', Number(held.count));
  const token = apiTokenPrefix + randomBytes(32).toString('base64url');
  const row = await db
    .insertInto('api_token')
    .values({
      id: v7(),
      user_id: userId,
      token_hash: hashToken(token),
      kind,
      name,
      ending: token.slice(-4),
      permissions: JSON.stringify(permissions),
      user_agent: userAgent.slice(0, 300),
      expires_at: expiresAt,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return { token, created: toToken(row) };
}

/** Returns this person's tokens, newest first. */
export async function listTokens(db: Db, userId: string): Promise<Token[]> {
  const rows = await db
    .selectFrom('api_token')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .execute();
  return rows.map(toToken);
}

/** Throws `not-found` for a token that is gone or belongs to another person. */
export async function revokeToken(db: Db, userId: string, id: string): Promise<void> {
  const revoked = await db
    .deleteFrom('api_token')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (revoked.numDeletedRows === 0n) {
    throw new AppError('not-found', `token ${id}`);
  }
}

function toToken(row: Selectable<ApiTokenTable>): Token {
  return {
    id: row.id,
    kind: row.kind,
    name: row.name,
    ending: row.ending,
    permissions: row.permissions,
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at?.toISOString() ?? null,
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
  };
}
