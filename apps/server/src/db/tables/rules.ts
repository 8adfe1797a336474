import type { ListingRules } from '@bowerbird/catalog/listing-rules/rules';
import type { RiskSettings } from '@bowerbird/catalog/risk/gate';
import type { Fault } from '@bowerbird/contract/runs';
import type { ColumnType, Generated } from 'kysely';
import type { DefaultedJson, Instant, JsonColumn, NullableInstant, NullableJsonColumn } from './core.ts';

/**
 * The changes made to products on their way into the stores that use these rules. Each change increases the revision.
 */
export interface StoreRulesTable {
  id: string;
  owner_id: string;
  name: string;
  content: JsonColumn<ListingRules>;
  revision: Generated<number>;
  updated_at: Instant;
}

/** A record that a merchant once mapped a source's category to a store's. Keys are `pathKey`s. */
export interface CategoryMemoryTable {
  owner_id: string;
  from_key: string;
  to_key: string;
  from_path: JsonColumn<string[]>;
  to_path: JsonColumn<string[]>;
  chosen_at: Instant;
}

/** What a merchant wants checked before anything goes into a store; without a row, the defaults apply. */
export interface RiskSettingsTable {
  owner_id: string;
  content: JsonColumn<RiskSettings>;
  updated_at: Instant;
  /** Since when products without a known cost are listed, and who allowed it; null: they are stopped. */
  margin_unknown_at: NullableInstant;
  margin_unknown_by: ColumnType<string | null, string | null | undefined, string | null>;
}

/** A shop's own categories as last read, and a running read: it ends when `reading_until` has passed. */
export interface StoreCategoryTreeTable {
  shop_id: string;
  owner_id: string;
  categories: DefaultedJson<{ path: string[]; productCount: number | null }[]>;
  is_complete: Generated<boolean>;
  read_at: NullableInstant;
  /** Id of the running read: a read that was overtaken by another writes nothing. */
  reading_id: ColumnType<string | null, string | null | undefined, string | null>;
  reading_since: NullableInstant;
  reading_until: NullableInstant;
  read_count: Generated<number>;
  failure: NullableJsonColumn<Fault>;
  failed_at: NullableInstant;
}

/** How often a source's category was mapped to one of a shop's, and when last. Keys are `pathKey`s. */
export interface StoreCategoryChoiceTable {
  owner_id: string;
  shop_id: string;
  from_key: string;
  to_key: string;
  /** Empty for products without a category. */
  from_path: JsonColumn<string[]>;
  to_path: JsonColumn<string[]>;
  times: Generated<number>;
  chosen_at: Instant;
}

export interface RulesTables {
  store_rules: StoreRulesTable;
  category_memory: CategoryMemoryTable;
  store_category_tree: StoreCategoryTreeTable;
  store_category_choice: StoreCategoryChoiceTable;
  risk_settings: RiskSettingsTable;
}
