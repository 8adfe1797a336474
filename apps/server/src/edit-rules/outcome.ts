import { describeChange } from '@bowerbird/catalog/change/describe';
import type { RuleRejection } from '@bowerbird/catalog/edits/rule-steps';
import { type KeptCell, mergeRules } from '@bowerbird/catalog/merge/merge-rules';
import type { Product } from '@bowerbird/catalog/product';
import type { RuleOutcomeName } from '@bowerbird/contract/products/edit-rules';
import { claimedFrom, cleanSnapshot } from '../products/claim/claim.ts';
import type { ProductRule } from '../products/write/attached-rules.ts';
import type { Mergeable } from '../recollect/mergeable.ts';

/** Which attachment products lose, and which one they get; null is none. */
export interface Exchange {
  removes: string | null;
  adds: ProductRule | null;
}

/** What a change of its rules makes of a collected product. */
export interface RuledProduct {
  row: Mergeable;
  outcome: RuleOutcomeName;
  /** The same object where it does not change. */
  product: Product;
  /** The rules that it has afterwards. */
  rules: ProductRule[];
  kept: KeptCell[];
  /** Rules that could not be applied to it. */
  rejections: RuleRejection[];
}

/** Returns what a collected product becomes when its rules are exchanged; writes nothing. */
export function ruledFrom(row: Mergeable, exchange: Exchange): RuledProduct {
  const rules = exchanged(row.rules, exchange);
  const same = { row, product: row.product, rules, kept: [], rejections: [] };
  if (rules === row.rules) {
    return { ...same, outcome: 'already' };
  }
  const { content } = row.merged;
  if (content === null) {
    return { ...same, outcome: 'without-source' };
  }
  let rejections: RuleRejection[] = [];
  const { product, kept } = mergeRules({
    snapshot: cleanSnapshot(content),
    known: row.known,
    mine: row.product,
    before: (snapshot) => claimedFrom(snapshot, row.edits, row.rules).product,
    after: (snapshot) => {
      const claimed = claimedFrom(snapshot, row.edits, rules);
      rejections = claimed.rejections;
      return claimed.product;
    },
  });
  const isRejected = rejections.some(({ attachmentId }) => attachmentId === exchange.adds?.id);
  const isChanged = describeChange(row.product, product).length > 0;
  return {
    row,
    outcome: isRejected ? 'rejected' : isChanged ? 'changed' : 'unchanged',
    product: isChanged ? product : row.product,
    rules,
    kept,
    rejections,
  };
}

/** Returns the rules after the exchange; the same array when a product has the added rule by another attachment. */
function exchanged(rules: ProductRule[], { removes, adds }: Exchange): ProductRule[] {
  const left = rules.filter(({ id }) => id !== removes);
  if (adds !== null && left.some(({ ruleId }) => ruleId === adds.ruleId)) {
    return left.length === rules.length ? rules : left;
  }
  return adds === null
    ? left
    : [...left, adds].toSorted((one, other) => one.position - other.position || (one.id < other.id ? -1 : 1));
}
