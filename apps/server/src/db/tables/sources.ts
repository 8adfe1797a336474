import type { Fault } from '@bowerbird/contract/runs';
import type { Generated } from 'kysely';
import type { Instant, JsonColumn, NullableInstant, NullableJsonColumn } from './core.ts';

/** A merchant's own access to a source. */
export interface SourceAccessTable {
  id: string;
  owner_id: string;
  platform: string;
  connection: string;
  name: string;
  /** Origin of the only shop that it opens; null: the whole platform. */
  shop: string | null;
  /** Sealed. */
  credentials: Buffer;
  /** What may be shown of the credentials: their last characters, and what is no secret. */
  shown: JsonColumn<Record<string, string>>;
  state: 'works' | 'refused' | 'unchecked';
  fault: NullableJsonColumn<Fault>;
  checked_at: NullableInstant;
  last_used_at: NullableInstant;
  renewed_at: NullableInstant;
  /** A process renews it now, or was killed doing so. */
  renewing_until: NullableInstant;
  expires_at: NullableInstant;
  created_at: Instant;
}

/** For each way of reading and each field: the number of products that could have the field, and of those that did. */
export type Found = Record<string, Record<string, [could: number, was: number]>>;

/** How often a reader finds each field, from 0 to 1, and in how many products that was counted. */
export interface BaselineField {
  share: number;
  products: number;
}

export interface ReaderBaselineTable {
  platform: string;
  way: string;
  /** A keyed hash of the shop's host; '' for the platform as a whole. */
  shop: string;
  fields: JsonColumn<Record<string, BaselineField>>;
  runs: number;
  updated_at: Instant;
}

/** A field that a reader used to find and no longer finds; open until it is found again. */
export interface ReaderDriftTable {
  id: string;
  platform: string;
  way: string;
  shop: string;
  field: string;
  /** What it is compared with; `suspicion`: this shop may simply not have the field, until others lack it too. */
  known_by: 'shop' | 'platform' | 'suspicion';
  before: number;
  now: number;
  runs: Generated<number>;
  opened_at: Instant;
  seen_at: Instant;
  closed_at: NullableInstant;
}

export interface SourcesTables {
  source_access: SourceAccessTable;
  reader_baseline: ReaderBaselineTable;
  reader_drift: ReaderDriftTable;
}
