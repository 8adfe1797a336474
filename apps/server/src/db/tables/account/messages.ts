import type { Language } from '@bowerbird/contract/account/account';
import type { PasswordStrength } from '@bowerbird/contract/account/security';
import type { Fault } from '@bowerbird/contract/runs';
import type { Generated } from 'kysely';
import type { Instant, NullableInstant, NullableJsonColumn } from '../core.ts';

/** A message as it was handed over; its values (codes, links) are sealed. */
export interface OutboxTable {
  id: string;
  owner_id: string | null;
  channel: 'mail' | 'sms';
  recipient: string;
  template: string;
  language: Language;
  sealed_values: Buffer;
  /** `kept`: no provider is configured, so the message stays here for an administrator to read. */
  state: Generated<'kept' | 'waiting' | 'sent' | 'failed'>;
  fault: NullableJsonColumn<Fault>;
  tries: Generated<number>;
  /** When a waiting message is due; the process that takes the message moves this ahead, so that no other takes it. */
  next_try_at: Instant;
  created_at: Instant;
  sent_at: NullableInstant;
}

/**
 * A requested code. It belongs to no merchant: it proves an address, and whose address that is shows when the code is
 * used.
 */
export interface VerificationCodeTable {
  id: string;
  purpose: string;
  /** A mail address in lower case, or a telephone number with its country code. */
  address: string;
  /** Null if nobody has this address: nothing was sent, and no code matches. */
  code_hash: Buffer | null;
  /** Wrong tries from the machine that requested it. */
  wrong: Generated<number>;
  /** Wrong tries from all other machines. */
  wrong_elsewhere: Generated<number>;
  ip: string | null;
  created_at: Instant;
  expires_at: Instant;
  taken_at: NullableInstant;
}

/** A requested account; the merchant and the person are created when its link is opened. */
export interface SignUpTable {
  id: string;
  /** In lower case. */
  email: string;
  password_hash: string;
  password_strength: PasswordStrength | null;
  /** Proven by a code. */
  phone: string | null;
  language: Language;
  /** The address had an account already: the link was never sent. */
  mail_known: boolean;
  ip: string | null;
  /** What was accepted, at `created_at`; null for sign-ups from before there was anything to accept. */
  privacy_version: string | null;
  terms_version: string | null;
  created_at: Instant;
  /** When its mail was last sent, and how often. */
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
