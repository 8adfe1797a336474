import { z } from 'zod/mini';
import type { Variant } from '../../product.ts';
import { FilledText, ShortText } from '../../similar/sent-text.ts';
import { productEdit } from '../kind.ts';
import { placeOf } from './places.ts';

/** The most variants that an edit may make. It is our own limit; a store may allow fewer. */
export const variantsMax = 2048;

/**
 * Adds a value to an option. Each variant with the value `like` is copied for it, with its prices, weight and image, but
 * without codes and inventory, which are its own. A value that is there is left as it is.
 */
export const addOptionValue = productEdit(
  z.strictObject({
    kind: z.literal('add-option-value'),
    option: ShortText,
    value: FilledText,
    like: ShortText,
  }),
  (product, edit, scope) => {
    const place = placeOf(product, edit.option);
    const option = product.options[place];
    const models = product.variants.filter(({ optionValues }) => optionValues[place] === edit.like);
    if (!option || option.values.includes(edit.value) || models.length === 0) {
      return product;
    }
    if (product.variants.length + models.length > variantsMax) {
      const count = product.variants.length + models.length;
      scope.refuse('too-many-variants', { count, max: variantsMax });
      return product;
    }
    const first = highestId(product.variants) + 1;
    const added = models.map((model, index) => ({
      ...model,
      id: `v${first + index}`,
      sku: null,
      barcode: null,
      stock: null,
      available: null,
      optionValues: model.optionValues.with(place, edit.value),
    }));
    return {
      ...product,
      options: product.options.with(place, { ...option, values: [...option.values, edit.value] }),
      variants: [...product.variants, ...added],
    };
  },
);

function highestId(variants: readonly Variant[]): number {
  return variants.reduce((most, { id }) => Math.max(most, Number(/^v(\d{1,9})$/.exec(id)?.[1] ?? 0)), 0);
}
