import { describeChange } from '../change/describe.ts';
import { type Product, type ProductField, productFields } from '../product.ts';
import { type Answers, type Merged, mergeProducts, tiedFields, withWhole } from './merge.ts';
import { type KnownSnapshot, numberedSnapshot } from './merge-source.ts';
import { isSame } from './same.ts';

export interface RuleChange {
  /** The snapshot that the product holds, with sanitised HTML. */
  snapshot: Product;
  /** What is known about that snapshot in addition to its own content. */
  known: KnownSnapshot | null;
  /** The merchant's current product. */
  mine: Product;
  /** What claiming makes of the snapshot under the rules that the product has, and under those that it gets. */
  before(snapshot: Product): Product;
  after(snapshot: Product): Product;
}

/** A value that the rules would have changed, had a person not changed it first. */
export interface KeptCell {
  path: string;
  mine: unknown;
  ruled: unknown;
}

const moneyFields: readonly ProductField[] = [...tiedFields, 'currency', 'priceTiers'];
const allTheirs: Answers = Object.fromEntries(productFields.map((field) => [field, 'theirs']));

/**
 * Returns the product under other rules than before. What still has the value that the rules before gave it gets the
 * value of the rules after; what was changed since stays, and is reported where the rules after give it another value.
 * Nothing has to be decided. Amounts in another currency are taken all or not at all. The product is the same object
 * where nothing changes.
 */
export function mergeRules({ snapshot, known, mine, before, after }: RuleChange): {
  product: Product;
  kept: KeptCell[];
} {
  const held = numberedSnapshot(snapshot, known);
  const [base, theirs] = [before(held), after(held)];
  const merged = merge(base, mine, theirs, {});
  const product = isSame(merged.product, mine) ? mine : merged.product;
  if (merged.conflicts.length === 0) {
    return { product, kept: [] };
  }
  const ruled = merge(base, mine, theirs, allTheirs).product;
  const kept = describeChange(product, ruled).map((cell) => ({
    path: cell.path,
    mine: cell.before,
    ruled: cell.after,
  }));
  return { product, kept };
}

function merge(base: Product, mine: Product, theirs: Product, answers: Answers): Merged {
  const other = { ...theirs, source: mine.source, extra: mine.extra };
  const merged = mergeProducts(base, mine, other, answers);
  const hasOwnAmounts = !isSame(amountsOf(base), amountsOf(mine));
  return base.currency !== theirs.currency && mine.currency !== theirs.currency && hasOwnAmounts
    ? withWhole(merged, moneyFields, 'variants', { mine, theirs: other, answers })
    : merged;
}

function amountsOf({ currency, variants, priceTiers }: Product) {
  return {
    currency,
    priceTiers,
    amounts: variants.map(({ id, price, compareAtPrice }) => ({ id, price, compareAtPrice })),
  };
}
