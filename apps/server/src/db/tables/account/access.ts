import type { ItemTitles } from '@bowerbird/contract/account/access';
import type { Generated } from 'kysely';
import type { Instant, JsonColumn } from '../core.ts';

/** A part of an organisation. Without an owner it belongs to the administrators. */
export interface OrganisationTable {
  id: string;
  owner_id: string | null;
  parent_id: string | null;
  name: string;
  /** Position among its siblings. */
  position: number;
  created_at: Instant;
}

/** An invitation that was not accepted yet; accepting or withdrawing it deletes the row. */
export interface InvitationTable {
  id: string;
  /** The owner whose people the invited person joins; null: the administrators. */
  owner_id: string | null;
  email: string;
  role_id: string;
  organisation_id: string | null;
  /** Only the hash of the link's token is stored. */
  token_hash: Buffer;
  invited_by: string | null;
  created_at: Instant;
  sent_at: Instant;
  expires_at: Instant;
}

/** An administrator's changes to a menu entry. */
export interface NavigationChangeTable {
  item_id: string;
  titles: JsonColumn<ItemTitles>;
  /** Null: the icon of this version. */
  icon: string | null;
  hidden: boolean;
  /** Opens in a separate window. */
  new_window: Generated<boolean>;
  changed_at: Instant;
}

/** The order that an administrator gave the entries below one parent. */
export interface NavigationOrderTable {
  parent_id: string;
  item_ids: JsonColumn<string[]>;
}

/** Organisation, invitations and changes of the navigation. */
export interface AccessTables {
  organisation: OrganisationTable;
  invitation: InvitationTable;
  navigation_change: NavigationChangeTable;
  navigation_order: NavigationOrderTable;
}
