import type { Language } from '@bowerbird/contract/account';
import type { Fault } from '@bowerbird/contract/runs';
import type { PasswordStrength } from '@bowerbird/contract/security';
import type { Generated } from 'kysely';
import type { Instant, NullableInstant, NullableJsonColumn } from './house.ts';

/** A message as it was handed over; its values (codes, links) are sealed. */
export interface OutboxTable {
  id: string;
  owner_id: string | null;
  channel: 'mail' | 'sms';
  recipient: string;
  template: string;
  language: Language;
  sealed_values: Buffer;
  /** `kept`: no provider is configured, so it waits here for an administrator to read. */
  state: Generated<'kept' | 'waiting' | 'sent' | 'failed'>;
  fault: NullableJsonColumn<Fault>;
  tries: Generated<number>;
  /** When a waiting message is due; put ahead by whoever takes it up, so that nobody else does. */
  next_try_at: Instant;
  created_at: Instant;
  sent_at: NullableInstant;
}

/** A code that was asked for. No merchant's: it proves an address, and whose that is shows when it is used. */
export interface VerificationCodeTable {
  id: string;
  purpose: string;
  /** A mail address in small letters, or a telephone number with its country. */
  address: string;
  /** Null where nobody has this address: nothing was sent, and no code fits. */
  code_hash: Buffer | null;
  /** Wrong tries from the machine that asked for it. */
  wrong: Generated<number>;
  /** Wrong tries from all others. */
  wrong_elsewhere: Generated<number>;
  ip: string | null;
  created_at: Instant;
  expires_at: Instant;
  taken_at: NullableInstant;
}

/** An account that was asked for; the merchant and the person come to be when its link is opened. */
export interface SignUpTable {
  id: string;
  /** In small letters. */
  email: string;
  password_hash: string;
  password_strength: PasswordStrength | null;
  /** Proven by a code. */
  phone: string | null;
  language: Language;
  /** The address had an account already: its link was never sent. */
  mail_known: boolean;
  ip: string | null;
  /** What was accepted, at `created_at`; null for what was asked for before there was anything to accept. */
  privacy_version: string | null;
  terms_version: string | null;
  created_at: Instant;
  /** When its mail was sent last, and how often. */
  sent_at: Instant;
  sends: Generated<number>;
  expires_at: Instant;
}

/** Which version of a text a person accepted, and when. */
export interface LegalAcceptanceTable {
  user_id: string;
  page: 'privacy' | 'terms';
  version: string;
  accepted_at: Instant;
}

export interface MessagesTables {
  outbox: OutboxTable;
  verification_code: VerificationCodeTable;
  sign_up: SignUpTable;
  legal_acceptance: LegalAcceptanceTable;
}
