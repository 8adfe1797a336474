import type { Language } from '@bowerbird/contract/account';
import type { Fault } from '@bowerbird/contract/runs';
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
  created_at: Instant;
  sent_at: NullableInstant;
}

export interface MessagesTables {
  outbox: OutboxTable;
}
