import type { KnownFields } from '@bowerbird/catalog/merge/merge';
import type { ProductField } from '@bowerbird/catalog/product';
import type { MergeSide } from '@bowerbird/contract/collect/recollect';
import type { Alert, Watch } from '@bowerbird/contract/collect/watches';
import type { Fault } from '@bowerbird/contract/runs';
import type { Generated } from 'kysely';
import type { Instant, JsonColumn, NullableInstant, NullableJsonColumn } from './core.ts';

/** A run that found claimed products again, or was started for that. Each product is counted once. */
export interface RecollectRunTable {
  run_id: string;
  owner_id: string;
  watch_id: string | null;
  /** The alerts for claimed products; null: none. */
  alerts: NullableJsonColumn<Watch['alerts']>;
  seen: Generated<number>;
  followed: Generated<number>;
  /** Changed at the source, with none of the changes followed. */
  kept: Generated<number>;
  /** Unchanged at the source, and edited by people. */
  edited: Generated<number>;
  gone: Generated<number>;
}

interface PendingConflict {
  owner_id: string;
  /** The run that last found it. */
  run_id: string;
  collected_id: string;
  /** The fields that are decided together, by conflict. */
  fields: JsonColumn<{ key: ProductField; fields: ProductField[] }[]>;
  /** The values of those fields when both sides last agreed, with the claim's rules; missing if unknown. */
  base: JsonColumn<KnownFields>;
  /** The same values as they were read. */
  before: JsonColumn<KnownFields>;
  before_at: Instant;
}

/** Fields of a claimed product that both sides changed, and nobody has decided. */
export interface MergeConflictTable extends PendingConflict {
  product_id: string;
  at: Instant;
}

/** The conflict that a decision answered. */
export interface MergeDecidedTable extends PendingConflict {
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

/** A source that is read at regular intervals. */
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
  /** Its runs request inventory that lists leave out. */
  with_stock: Generated<boolean>;
  /** Null while the watch is off. */
  next_at: NullableInstant;
  last_run_id: string | null;
  /** Why the source could not be read when it was last due. */
  fault: NullableJsonColumn<Fault>;
  created_by: string | null;
  created_at: Instant;
}

/** A view of all merchants' watches that are on. */
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
  image_url: string | null;
  platform: string;
  shop: string;
  url: string;
  before: string | null;
  after: string | null;
  currency: string | null;
  watch_id: string | null;
  run_id: string;
  /** A notification about it was recorded. */
  notified: Generated<boolean>;
  /** For `rejected`: the snapshot that would make the product invalid, and why. */
  snapshot: Generated<string | null>;
  fault: NullableJsonColumn<Fault>;
  at: Instant;
  read_at: NullableInstant;
}

export interface RecollectTables {
  recollect_run: RecollectRunTable;
  merge_conflict: MergeConflictTable;
  merge_decided: MergeDecidedTable;
  merge_rule: MergeRuleTable;
  watch: WatchTable;
  open_watch: OpenWatchView;
  source_alert: SourceAlertTable;
}
