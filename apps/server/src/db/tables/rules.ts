import type { ListingRules } from '@bowerbird/catalog/listing-rules/rules';
import type { RiskSettings } from '@bowerbird/catalog/risk/gate';
import type { Generated } from 'kysely';
import type { Instant, JsonColumn } from './house.ts';

/** What becomes of products on their way into the stores that use it. Grows a revision with each change. */
export interface StoreRulesTable {
  id: string;
  owner_id: string;
  name: string;
  content: JsonColumn<ListingRules>;
  revision: Generated<number>;
  updated_at: Instant;
}

/** That a merchant once put a source's category into a store's. Keys are `pathKey`s. */
export interface CategoryMemoryTable {
  owner_id: string;
  from_key: string;
  to_key: string;
  from_path: JsonColumn<string[]>;
  to_path: JsonColumn<string[]>;
  chosen_at: Instant;
}

/** What a merchant wants checked before anything goes into a store; without a row it is as at first. */
export interface RiskSettingsTable {
  owner_id: string;
  content: JsonColumn<RiskSettings>;
  updated_at: Instant;
}

export interface RulesTables {
  store_rules: StoreRulesTable;
  category_memory: CategoryMemoryTable;
  risk_settings: RiskSettingsTable;
}
