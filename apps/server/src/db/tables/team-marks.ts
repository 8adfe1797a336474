import type { MarkColour } from '@bowerbird/contract/products/mark-values';
import type { SavedKind, TableLook } from '@bowerbird/contract/products/saved-items';
import type { Instant, JsonColumn } from './core.ts';

/** A group that a merchant's products can be in. */
export interface ProductGroupTable {
  id: string;
  owner_id: string;
  name: string;
  created_at: Instant;
}

/** How a team has marked one product; a product without any mark may have no row. */
export interface TeamMarkTable {
  product_id: string;
  owner_id: string;
  group_id: string | null;
  colour: MarkColour | null;
  assignee_id: string | null;
  note: string | null;
  /** Who set one of them last. */
  user_id: string | null;
  at: Instant;
}

/** What a person saved under a name; null for somebody who is gone. */
export interface SavedItemTable {
  id: string;
  owner_id: string;
  user_id: string | null;
  kind: SavedKind;
  name: string;
  shared: boolean;
  /** `SavedContent`; an older program may have written another form. */
  content: JsonColumn<unknown>;
  updated_at: Instant;
}

/** How a person arranged the columns of a table. */
export interface TableLookTable {
  user_id: string;
  name: string;
  owner_id: string;
  look: JsonColumn<TableLook>;
}

export interface TeamMarksTables {
  product_group: ProductGroupTable;
  team_mark: TeamMarkTable;
  saved_item: SavedItemTable;
  table_look: TableLookTable;
}
