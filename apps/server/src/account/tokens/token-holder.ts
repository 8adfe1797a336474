import * as plugin from '@bowerbird/contract/collect/plugin';
import type { Action, Permission } from '@bowerbird/contract/permissions';
import type { Db } from '../../db/database.ts';
import type { SignedIn } from '../../http/signed-in.ts';
import { personColumns, personOf } from '../people.ts';

export const apiTokenPrefix = 'bb_';
/** Shortest time between two updates of when a token was last used. */
const usedEveryMs = 60_000;

const dayMs = 24 * 3600 * 1000;

/**
 * The only calls that a paired browser may make: a person who finds its token can deliver products, but not read any.
 */
export const pluginCalls: ReadonlySet<string> = new Set(
  [
    plugin.getPluginInfo,
    plugin.deliverCollected,
    plugin.queryKnown,
    plugin.reportUnread,
    plugin.listGaps,
  ].map(({ method, path }) => `${method} ${path}`),
);

/** Returns when a paired browser that is used now must be paired again, if it is not used any more. */
export function pluginTokenEnd(nowMs: number): Date {
  return new Date(nowMs + plugin.pluginTokenDays * dayMs);
}

export interface Right {
  permission: Permission;
  actions: Action[];
}

/** Reports whether a token is an API token. Session tokens also differ in length: they are shorter. */
export function isApiToken(token: string): boolean {
  return /^bb_[\w-]{43}$/.test(token);
}

/** Returns the rights that both lists allow. */
export function narrowed(rights: readonly Right[], to: readonly Right[]): Right[] {
  return rights.flatMap(({ permission, actions }) => {
    const allowed = to.filter((each) => each.permission === permission).flatMap((each) => each.actions);
    const both = actions.filter((action) => allowed.includes(action));
    return both.length > 0 ? [{ permission, actions: both }] : [];
  });
}

/**
 * Returns the person behind an API token, with the rights that both the token and, at this moment, their role allow.
 */
export async function findTokenHolder(db: Db, tokenHash: Buffer): Promise<SignedIn | undefined> {
  const now = new Date();
  const row = await db
    .selectFrom('api_token')
    .innerJoin('user', 'user.id', 'api_token.user_id')
    .innerJoin('role', 'role.id', 'user.role_id')
    .select([
      ...personColumns,
      'api_token.id as token_id',
      'api_token.permissions as token_permissions',
      'api_token.last_used_at',
      'api_token.kind as token_kind',
    ])
    .where('api_token.token_hash', '=', tokenHash)
    .where((eb) => eb.or([eb('api_token.expires_at', 'is', null), eb('api_token.expires_at', '>', now)]))
    .where('user.status', '=', 'active')
    .executeTakeFirst();
  if (!row) {
    return undefined;
  }
  if (now.getTime() - (row.last_used_at?.getTime() ?? 0) > usedEveryMs) {
    await db
      .updateTable('api_token')
      .set({
        last_used_at: now,
        ...(row.token_kind === 'plugin' && { expires_at: pluginTokenEnd(now.getTime()) }),
      })
      .where('id', '=', row.token_id)
      .execute();
  }
  const permissions = narrowed(row.permissions, row.token_permissions);
  const calls = row.token_kind === 'plugin' ? pluginCalls : null;
  return personOf({ ...row, permissions }, tokenHash, { tokenId: row.token_id, calls });
}
