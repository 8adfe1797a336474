import type { MarkColour } from '@bowerbird/contract/products/mark-values';
import type { SavedKind, TableLook } from '@bowerbird/contract/products/saved-items';
import type { Generated } from 'kysely';
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

/** What a team marks products with. */
export const markFields = ['group', 'colour', 'assignee', 'note'] as const;
export type MarkField = (typeof markFields)[number];

/** Marks by field: the id of a group or a person, a colour, a note; null for none. */
export type Marks = Partial<Record<MarkField, string | null>>;

/** What one marking replaced in one product; a mark that it left alone is in neither. */
export interface MarkChangeTable {
  /** That of its run; a marking of one product has no run. */
  set_id: string;
  product_id: string;
  owner_id: string;
  run_id: string | null;
  user_id: string | null;
  /** The marking that it undid. */
  undoes: string | null;
  at: Generated<Date>;
  before: JsonColumn<Marks>;
  after: JsonColumn<Marks>;
  /** The fields that were undone. */
  undone: Generated<MarkField[]>;
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
  mark_change: MarkChangeTable;
  saved_item: SavedItemTable;
  table_look: TableLookTable;
}
