import type { Action, Permission } from '@bowerbird/contract/permissions';
import type { Generated } from 'kysely';
import type { Instant, JsonColumn, NullableInstant } from '../core.ts';

/** The secret of an authenticator app that is being set up: it takes effect only once a code of it was entered. */
export interface TwoStepSetupTable {
  user_id: string;
  secret: Buffer;
  created_at: Instant;
}

/** Codes for signing in without the telephone; only their hashes are stored, and each works once. */
export interface RecoveryCodeTable {
  user_id: string;
  code_hash: Buffer;
  used_at: NullableInstant;
}

/** An API key for a program or a paired browser: it acts as its person, with no more than these permissions. */
export interface ApiTokenTable {
  id: string;
  user_id: string;
  token_hash: Buffer;
  kind: 'api' | 'plugin';
  name: string;
  /** The last four characters of the token, to distinguish it from others. */
  ending: string;
  permissions: JsonColumn<{ permission: Permission; actions: Action[] }[]>;
  user_agent: Generated<string>;
  created_at: Instant;
  expires_at: NullableInstant;
  last_used_at: NullableInstant;
}

/** A code that a browser plugin may exchange for a token. One at a time for each person. */
export interface PairingTable {
  user_id: string;
  code_hash: Buffer;
  /** Stored so that a second request can return the same code. */
  sealed_code: Buffer;
  created_at: Instant;
  expires_at: Instant;
}

/** How often something was tried without success, under a keyed hash of what was tried and who tried it. */
export interface SignInTryTable {
  key: Buffer;
  wrong: number;
  tried_at: Date;
  /** Null while the next try is allowed at once. */
  closed_until: Date | null;
}

/** A browser that has signed in to this account, by the hash of its cookie. The cookie gives no rights. */
export interface KnownBrowserTable {
  user_id: string;
  token_hash: Buffer;
  seen_at: Date;
}

/** When a person was last notified of guesses from unknown browsers. */
export interface GuessesNotifiedTable {
  user_id: string;
  at: Date;
}

/** Tokens, pairings and what a person stores for themselves. */
export interface AccountTables {
  two_step_setup: TwoStepSetupTable;
  recovery_code: RecoveryCodeTable;
  api_token: ApiTokenTable;
  pairing: PairingTable;
  sign_in_try: SignInTryTable;
  known_browser: KnownBrowserTable;
  guesses_notified: GuessesNotifiedTable;
}
