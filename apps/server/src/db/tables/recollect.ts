import type { KnownFields } from '@bowerbird/catalog/merge';
import type { ProductField } from '@bowerbird/catalog/product';
import type { MergeSide } from '@bowerbird/contract/recollect';
import type { Fault } from '@bowerbird/contract/runs';
import type { Alert, Watch } from '@bowerbird/contract/watches';
import type { Generated } from 'kysely';
import type { Instant, JsonColumn, NullableInstant, NullableJsonColumn } from './house.ts';

/** A run that met claimed products again, or was begun for that. Products are counted once each. */
export interface RecollectRunTable {
  run_id: string;
  owner_id: string;
  watch_id: string | null;
  /** What of claimed products is to be told; null: nothing. */
  alerts: NullableJsonColumn<Watch['alerts']>;
  seen: Generated<number>;
  followed: Generated<number>;
  /** Changed at the source, and nothing of it followed. */
  kept: Generated<number>;
  /** The same at the source, and edited by people. */
  edited: Generated<number>;
  gone: Generated<number>;
}

interface Question {
  owner_id: string;
  /** The run that met it last. */
  run_id: string;
  collected_id: string;
  /** By question: the fields that are decided together. */
  fields: JsonColumn<{ key: ProductField; fields: ProductField[] }[]>;
  /** What those fields were when both sides last agreed, with the claim's rules; missing where nobody knows. */
  base: JsonColumn<KnownFields>;
  /** The same as it was read. */
  before: JsonColumn<KnownFields>;
  before_at: Instant;
}

/** Fields of a claimed product that both sides changed, and nobody decided. */
export interface MergeQuestionTable extends Question {
  product_id: string;
  at: Instant;
}

/** What a decision answered. */
export interface MergeDecidedTable extends Question {
  edit_set_id: string;
  product_id: string;
}

export interface MergeRuleTable {
  id: string;
  owner_id: string;
  field: ProductField;
  shop: string | null;
  side: MergeSide;
  created_at: Instant;
}

/** A source that is read again and again. */
export interface WatchTable {
  id: string;
  owner_id: string;
  name: string;
  platform: string;
  shop: string;
  target: JsonColumn<Watch['target']>;
  every_hours: Watch['everyHours'];
  hour: number;
  time_zone: string;
  alerts: JsonColumn<Watch['alerts']>;
  /** Its runs ask for stock that lists leave out. */
  with_stock: Generated<boolean>;
  /** Null while it is off. */
  next_at: NullableInstant;
  last_run_id: string | null;
  /** Why it could not be read when it was due last. */
  fault: NullableJsonColumn<Fault>;
  created_by: string | null;
  created_at: Instant;
}

/** A view of every merchant's watches that are on. */
export interface OpenWatchView {
  id: string;
  owner_id: string;
  next_at: Date;
}

export interface SourceAlertTable {
  id: string;
  owner_id: string;
  kind: Alert['kind'];
  product_id: string;
  title: string;
  picture_url: string | null;
  platform: string;
  shop: string;
  url: string;
  before: string | null;
  after: string | null;
  currency: string | null;
  watch_id: string | null;
  run_id: string;
  /** A notice was noted of it. */
  told: Generated<boolean>;
  at: Instant;
  read_at: NullableInstant;
}

export interface RecollectTables {
  recollect_run: RecollectRunTable;
  merge_question: MergeQuestionTable;
  merge_decided: MergeDecidedTable;
  merge_rule: MergeRuleTable;
  watch: WatchTable;
  open_watch: OpenWatchView;
  source_alert: SourceAlertTable;
}
