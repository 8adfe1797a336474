import { z } from 'zod/mini';
import type { Scope } from '../edits/kind.ts';
import { placeOf } from '../edits/options/places.ts';
import { compareWeights } from '../pricing/weights.ts';
import { type Product, type Variant, Weight } from '../product.ts';
import {
  AmountComparison,
  isAmount,
  isInBounds,
  isNumber,
  isText,
  NumberComparison,
  TextComparison,
} from './compare.ts';
import { holds, type Joined, joined } from './condition.ts';

const name = z.string().check(z.minLength(1), z.maxLength(255));

/** One comparison of a variant. */
const VariantComparison = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('code'), field: z.enum(['sku', 'barcode']), compare: TextComparison }),
  /** The variant's value of an option, matched without regard to case. False where the product does not have it. */
  z.strictObject({ kind: z.literal('option'), option: name, compare: TextComparison }),
  /** False where the amount is not known: ask with `empty`. */
  z.strictObject({
    kind: z.literal('amount'),
    field: z.enum(['price', 'compareAtPrice', 'cost']),
    compare: AmountComparison,
  }),
  z.strictObject({ kind: z.literal('stock'), compare: NumberComparison }),
  z.strictObject({
    kind: z.literal('weight'),
    is: z.enum(['less', 'greater']),
    weight: z.strictObject(Weight.shape),
  }),
  /** Whether the source says that it can be bought; neither where it does not say. */
  z.strictObject({ kind: z.literal('available'), is: z.boolean() }),
  z.strictObject({
    kind: z.literal('empty'),
    field: z.enum(['sku', 'barcode', 'price', 'compareAtPrice', 'cost', 'stock', 'weight', 'imageUrl']),
  }),
]);
type VariantComparison = z.infer<typeof VariantComparison>;

/** What must hold for a variant: comparisons joined with `all`, `any` and `not`. */
export const VariantCondition: z.ZodMiniType<Joined<VariantComparison>> = joined(VariantComparison);
export type VariantCondition = Joined<VariantComparison>;

/** Reports whether the condition holds for a variant of this product. */
export function holdsForVariant(
  condition: VariantCondition,
  variant: Variant,
  product: Product,
  scope: Scope,
): boolean {
  return holds(condition, (leaf) => compare(leaf, variant, product, scope));
}

function compare(leaf: VariantComparison, variant: Variant, product: Product, scope: Scope): boolean {
  switch (leaf.kind) {
    case 'code':
      return isText(variant[leaf.field] ?? '', leaf.compare, scope);
    case 'option': {
      const value = variant.optionValues[placeOf(product, leaf.option)];
      return value !== undefined && isText(value, leaf.compare, scope);
    }
    case 'amount':
      return isAmount(variant[leaf.field], leaf.compare);
    case 'stock':
      return isNumber(variant.stock, leaf.compare);
    case 'weight':
      return isInBounds(variant.weight, { is: leaf.is, value: leaf.weight }, compareWeights);
    case 'available':
      return variant.available === leaf.is;
    case 'empty': {
      const value = variant[leaf.field];
      return value === null || (typeof value === 'string' && value.trim() === '');
    }
  }
}
