import type { Action, Permission } from '@bowerbird/contract/permissions';
import type { Generated } from 'kysely';
import type { Instant, JsonColumn, NullableInstant } from './house.ts';

/** The secret of an authenticator app that is being set up: it counts only once a code of it was typed. */
export interface TwoStepSetupTable {
  user_id: string;
  secret: Buffer;
  created_at: Instant;
}

/** Codes for a day without the telephone; only their hashes are kept, each opens once. */
export interface RecoveryCodeTable {
  user_id: string;
  code_hash: Buffer;
  used_at: NullableInstant;
}

/** A key to the API for a program or a paired browser: it acts as its person, with no more than these permissions. */
export interface ApiTokenTable {
  id: string;
  user_id: string;
  token_hash: Buffer;
  kind: 'api' | 'plugin';
  name: string;
  /** Its last four characters, so that it can be told from others. */
  ending: string;
  permissions: JsonColumn<{ permission: Permission; actions: Action[] }[]>;
  user_agent: Generated<string>;
  created_at: Instant;
  expires_at: NullableInstant;
  last_used_at: NullableInstant;
}

/** A code that a browser plugin may change for a token. One at a time for each person. */
export interface PairingTable {
  user_id: string;
  code_hash: Buffer;
  /** To tell it again to who asks twice. */
  sealed_code: Buffer;
  created_at: Instant;
  expires_at: Instant;
}

/** How often something was tried without a right one, under a keyed hash of what it was and who tried. */
export interface SignInTryTable {
  key: Buffer;
  wrong: number;
  tried_at: Date;
  /** Null while the next try is taken at once. */
  closed_until: Date | null;
}

/** A browser that has signed in to this account, by the hash of its cookie. It may nothing. */
export interface KnownBrowserTable {
  user_id: string;
  token_hash: Buffer;
  seen_at: Date;
}

/** When a person was last told that strangers guess. */
export interface GuessesToldTable {
  user_id: string;
  at: Date;
}

/** Tokens, pairings and what a person keeps for themselves. */
export interface AccountTables {
  two_step_setup: TwoStepSetupTable;
  recovery_code: RecoveryCodeTable;
  api_token: ApiTokenTable;
  pairing: PairingTable;
  sign_in_try: SignInTryTable;
  known_browser: KnownBrowserTable;
  guesses_told: GuessesToldTable;
}
