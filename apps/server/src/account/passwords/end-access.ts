import type { EndedAccess } from '@bowerbird/contract/account/security';
import type { Db } from '../../db/database.ts';
import { forgetBrowsers } from '../signing-in/known-browsers.ts';

/** Access that stays valid when a password changes. */
export interface KeptAccess {
  /** The session that made the change. */
  session?: Buffer;
  /** API tokens and paired browsers that the person chose to keep. */
  tokens?: readonly string[];
}

/**
 * Ends all access to this account other than its password: sessions, API tokens, paired browsers, and codes for pairing
 * one, so that a person who only knew the old password has no access left. Returns what was ended.
 */
export async function endAccess(db: Db, userId: string, kept: KeptAccess = {}): Promise<EndedAccess> {
  const { session, tokens: keptTokens = [] } = kept;
  const sessions = await db
    .deleteFrom('session')
    .where('user_id', '=', userId)
    .$if(session !== undefined, (query) => query.where('token_hash', '!=', session ?? Buffer.alloc(0)))
    .executeTakeFirst();
  const tokens = await db
    .deleteFrom('api_token')
    .where('user_id', '=', userId)
    .$if(keptTokens.length > 0, (query) => query.where('id', 'not in', keptTokens))
    .returning(['kind', 'name'])
    .execute();
  await db.deleteFrom('pairing').where('user_id', '=', userId).execute();
  await forgetBrowsers(db, userId);
  return { sessions: Number(sessions.numDeletedRows), tokens };
}
