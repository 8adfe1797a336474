import { z } from 'zod/mini';
import { withFields } from '../../merge/same.ts';
import type { Product } from '../../product.ts';
import { FilledText, ShortText } from '../../similar/sent-text.ts';
import { productEdit, type Scope } from '../kind.ts';
import { MergeRule } from '../variants/merge.ts';
import { withVariants } from '../variants/with-variants.ts';
import { placeOf } from './places.ts';
import { renamed } from './rename.ts';

const merge = z.optional(MergeRule);
const values = z.array(ShortText).check(z.minLength(1));

/** Renaming a value to one that already exists merges the two. */
export const renameOptionValue = productEdit(
  z.strictObject({
    kind: z.literal('rename-option-value'),
    option: ShortText,
    value: ShortText,
    to: FilledText,
    merge,
  }),
  (product, edit, scope) => asOne(product, { ...edit, values: [edit.value] }, scope),
);

/** Makes several values one, at the place of the first of them. */
export const mergeOptionValues = productEdit(
  z.strictObject({
    kind: z.literal('merge-option-values'),
    option: ShortText,
    values,
    to: FilledText,
    merge,
  }),
  asOne,
);

interface Merging {
  option: string;
  values: readonly string[];
  to: string;
  merge?: MergeRule | undefined;
}

function asOne(product: Product, { option, values: from, to, merge: rule }: Merging, scope: Scope): Product {
  const place = placeOf(product, option);
  const held = new Set(product.options[place]?.values);
  return from.some((value) => held.has(value))
    ? renamed(product, { values: new Map([[place, new Map(from.map((value) => [value, to]))]]) }, rule, scope)
    : product;
}

/** Removes values of an option with their variants. At least one variant is left. */
export const removeOptionValues = productEdit(
  z.strictObject({ kind: z.literal('remove-option-values'), option: ShortText, values }),
  (product, edit, scope) => {
    const place = placeOf(product, edit.option);
    const option = product.options[place];
    const gone = new Set(edit.values);
    if (!option) {
      return product;
    }
    const left = product.variants.filter(({ optionValues }) => !gone.has(optionValues[place] ?? ''));
    if (left.length === 0) {
      scope.refuse('no-variant-left');
      return product;
    }
    const kept = { ...option, values: option.values.filter((value) => !gone.has(value)) };
    return withVariants(withFields(product, { options: product.options.with(place, kept) }), left);
  },
);

/** These values first, in this order; the others follow in their present order. */
export const sortOptionValues = productEdit(
  z.strictObject({ kind: z.literal('sort-option-values'), option: ShortText, values: z.array(ShortText) }),
  (product, edit) => {
    const place = placeOf(product, edit.option);
    const option = product.options[place];
    if (!option) {
      return product;
    }
    const have = new Set(option.values);
    const values = [...new Set([...edit.values.filter((value) => have.has(value)), ...option.values])];
    return withFields(product, { options: product.options.with(place, { ...option, values }) });
  },
);
