import { z } from 'zod/mini';
import { addPrices, dividePrice, multiplyPrice, trimDecimals } from '../../pricing/price.ts';
import { gramsOf } from '../../pricing/weights.ts';
import { type Variant, Weight } from '../../product.ts';
import { type Scope, variantEdit } from '../kind.ts';
import { chosenVariants, eachVariant } from '../variants/chosen.ts';

type Unit = Weight['unit'];

const unit = z.enum(['g', 'kg', 'oz', 'lb']);
const Difference = z.string().check(z.regex(/^-?\d{1,9}(\.\d{1,4})?$/));

/** Converts a weight, which may be below zero, to another unit, rounded to four decimals. */
export function weightIn(value: string, from: Unit, to: Unit): string {
  return from === to ? value : trimDecimals(dividePrice(multiplyPrice(value, gramsOf[from]), gramsOf[to], 4));
}

export const setWeight = variantEdit(
  z.strictObject({
    kind: z.literal('set-weight'),
    weight: z.nullable(z.strictObject(Weight.shape)),
    ...chosenVariants,
  }),
  (product, edit, scope) => eachVariant(product, edit.variants, scope, () => ({ weight: edit.weight })),
);

/** Adds to a known weight, in its own unit; the weight of the box, for example. Below zero it is subtracted. */
export const addToWeight = variantEdit(
  z.strictObject({ kind: z.literal('add-to-weight'), value: Difference, unit, ...chosenVariants }),
  (product, edit, scope) =>
    eachVariant(product, edit.variants, scope, (variant) => {
      const { weight } = variant;
      return weight === null
        ? {}
        : weighed(
            variant,
            addPrices(weight.value, weightIn(edit.value, edit.unit, weight.unit)),
            weight.unit,
            scope,
          );
    }),
);

/** Writes a known weight in another unit. */
export const convertWeight = variantEdit(
  z.strictObject({ kind: z.literal('convert-weight'), unit, ...chosenVariants }),
  (product, edit, scope) =>
    eachVariant(product, edit.variants, scope, (variant) => {
      const { weight } = variant;
      return weight === null || weight.unit === edit.unit
        ? {}
        : weighed(variant, weightIn(weight.value, weight.unit, edit.unit), edit.unit, scope);
    }),
);

function weighed(variant: Variant, exact: string, unit: Unit, scope: Scope): Partial<Variant> {
  const weight = { value: trimDecimals(exact), unit };
  if (!Weight.safeParse(weight).success) {
    scope.refuse('weight-out-of-range', { variant: variant.id, result: `${weight.value} ${unit}` });
    return {};
  }
  return { weight };
}
