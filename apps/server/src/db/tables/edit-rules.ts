import type { EditStep } from '@bowerbird/catalog/edits/edit-steps';
import type { ProductFilter } from '@bowerbird/contract/products/products';
import type { Fault } from '@bowerbird/contract/runs';
import type { Generated } from 'kysely';
import type { Instant, JsonColumn, NullableInstant, NullableJsonColumn } from './core.ts';

/** A merchant's saved rule; its steps are those of its versions. A deleted rule stays, for the history of products. */
export interface EditRuleTable {
  id: string;
  owner_id: string;
  number: number;
  name: string;
  description: string;
  is_closed: Generated<boolean>;
  /** The newest version. */
  version: Generated<number>;
  times_used: Generated<number>;
  updated_at: Instant;
  deleted_at: NullableInstant;
}

/** The steps of a rule at one time; never changed. */
export interface EditRuleVersionTable {
  rule_id: string;
  version: number;
  owner_id: string;
  steps: JsonColumn<EditStep[]>;
  at: Instant;
  user_id: string | null;
}

/** One version of a rule on products, which name it in `product.rules`, and the filter by which new ones get it. */
export interface RuleAttachmentTable {
  id: string;
  owner_id: string;
  rule_id: string;
  version: number;
  filter: NullableJsonColumn<ProductFilter>;
  /** The order in which the rules of a product are applied. */
  position: number;
  attached_at: Instant;
  detached_at: NullableInstant;
}

/** A run that replaces one attachment of products by another; null is none. */
export interface RuleChangeTable {
  run_id: string;
  owner_id: string;
  rule_id: string;
  removes: string | null;
  adds: string | null;
}

/** An attached rule that could not be applied to the snapshot that the product holds. */
export interface RuleRejectionTable {
  product_id: string;
  attachment_id: string;
  owner_id: string;
  step: number;
  fault: JsonColumn<Fault>;
  at: Instant;
}

/** A person who is notified when a rule cannot be applied to products. */
export interface EditRuleAlarmTable {
  rule_id: string;
  user_id: string;
  owner_id: string;
  notified_at: NullableInstant;
}

export interface EditRulesTables {
  edit_rule: EditRuleTable;
  edit_rule_version: EditRuleVersionTable;
  rule_attachment: RuleAttachmentTable;
  rule_change: RuleChangeTable;
  rule_rejection: RuleRejectionTable;
  edit_rule_alarm: EditRuleAlarmTable;
}
