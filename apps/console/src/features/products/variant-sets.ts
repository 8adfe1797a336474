import { applyEdit } from '@bowerbird/catalog/edit';
import { combinationOf } from '@bowerbird/catalog/invariants';
import type { Product, Variant } from '@bowerbird/catalog/product';

/** The most variants a product can have here, as in the largest stores. */
export const variantsMax = 2048;

/** How many variants go when an option is removed: those that come to be the same become one. */
export function goneWithOption(product: Product, option: string): number {
  return product.variants.length - applyEdit(product, { kind: 'remove-option', option }).variants.length;
}

/** How many variants go with one value of an option. */
export function goneWithValue(product: Product, place: number, value: string): number {
  return product.variants.filter((variant) => variant.optionValues[place] === value).length;
}

/** An id that no variant has: "v8" after "v7". */
export function nextVariantId(variants: readonly Variant[], step = 1): string {
  const numbers = variants.map(({ id }) => Number(/^v(\d{1,9})$/.exec(id)?.[1] ?? 0));
  return `v${Math.max(0, ...numbers) + step}`;
}

/**
 * Adds a value to an option, with a variant for each combination the other options have. A new variant takes prices,
 * weight and flags from the one it differs from by this value alone, but no code, stock or picture. The very product
 * when the value is there already or there would be too many variants.
 */
export function addOptionValue(product: Product, place: number, value: string): Product {
  const option = product.options[place];
  if (option === undefined || option.values.includes(value) || value.trim() === '') {
    return product;
  }
  const models = new Map<string, Variant>();
  for (const variant of product.variants) {
    const others = combinationOf(variant.optionValues.toSpliced(place, 1));
    if (!models.has(others)) {
      models.set(others, variant);
    }
  }
  if (product.variants.length + models.size > variantsMax) {
    return product;
  }
  const added = [...models.values()].map((model, index) => ({
    ...model,
    id: nextVariantId(product.variants, index + 1),
    optionValues: model.optionValues.with(place, value),
    sku: null,
    barcode: null,
    stock: null,
    available: null,
    pictureUrl: null,
  }));
  return {
    ...product,
    options: product.options.with(place, { ...option, values: [...option.values, value] }),
    variants: [...product.variants, ...added],
  };
}

/** Removes a value and its variants; the very product when no variant would be left. */
export function removeOptionValue(product: Product, place: number, value: string): Product {
  const option = product.options[place];
  const variants = product.variants.filter((variant) => variant.optionValues[place] !== value);
  return option === undefined || variants.length === 0
    ? product
    : {
        ...product,
        options: product.options.with(place, {
          ...option,
          values: option.values.filter((each) => each !== value),
        }),
        variants,
      };
}

/** Removes one variant; the last one stays. */
export function removeVariant(product: Product, id: string): Product {
  const variants = product.variants.filter((variant) => variant.id !== id);
  return variants.length === 0 ? product : { ...product, variants };
}
