import { z } from 'zod/mini';
import { withFields } from '../../merge/same.ts';
import { FilledText, ShortText } from '../../similar/sent-text.ts';
import { productEdit } from '../kind.ts';
import { MergeRule } from '../variants/merge.ts';
import { merged, nameKey, placeOf } from './places.ts';
import { renamed } from './rename.ts';

/** Adds a new last option; every variant gets this value. An option that is there is left as it is. */
export const addOption = productEdit(
  z.strictObject({ kind: z.literal('add-option'), name: FilledText, value: FilledText }),
  (product, { name, value }) => {
    if (placeOf(product, name) !== -1 || name.trim() === '') {
      return product;
    }
    return withFields(product, {
      options: [...product.options, { name, values: [value] }],
      variants: product.variants.map((variant) => ({
        ...variant,
        optionValues: [...variant.optionValues, value],
      })),
    });
  },
);

export const renameOption = productEdit(
  z.strictObject({ kind: z.literal('rename-option'), option: ShortText, name: FilledText }),
  (product, { option, name }, scope) => {
    const place = placeOf(product, option);
    return place === -1 || name.trim() === ''
      ? product
      : renamed(product, { names: new Map([[place, name]]) }, undefined, scope);
  },
);

/** Removes an option and leaves one variant for each combination of the others. */
export const removeOption = productEdit(
  z.strictObject({ kind: z.literal('remove-option'), option: ShortText, merge: z.optional(MergeRule) }),
  (product, edit, scope) => {
    const place = placeOf(product, edit.option);
    if (place === -1) {
      return product;
    }
    const variants = product.variants.map((variant) => ({
      ...variant,
      optionValues: variant.optionValues.toSpliced(place, 1),
    }));
    return withFields(product, {
      options: product.options.toSpliced(place, 1),
      variants: merged(variants, edit.merge, scope),
    });
  },
);

/** These options first, in this order; the others follow in their present order. */
export const sortOptions = productEdit(
  z.strictObject({ kind: z.literal('sort-options'), options: z.array(ShortText) }),
  (product, edit) => {
    const places = new Map(product.options.map(({ name }, place) => [nameKey(name), place]));
    const wanted = edit.options.flatMap((name) => places.get(nameKey(name)) ?? []);
    const order = [...new Set([...wanted, ...product.options.keys()])];
    return withFields(product, {
      options: order.flatMap((place) => product.options[place] ?? []),
      variants: product.variants.map((variant) => ({
        ...variant,
        optionValues: order.flatMap((place) => variant.optionValues[place] ?? []),
      })),
    });
  },
);
