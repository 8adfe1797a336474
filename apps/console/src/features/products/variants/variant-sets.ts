import { applyEdit } from '@bowerbird/catalog/edits/edit';
import { combinationOf } from '@bowerbird/catalog/invariants/invariants';
import type { Product, Variant } from '@bowerbird/catalog/product';

/** Maximum number of variants of a product here, as in the largest stores. */
export const variantsMax = 2048;

/** Returns how many variants are removed with an option: those that become identical are merged into one. */
export function goneWithOption(product: Product, option: string): number {
  return product.variants.length - applyEdit(product, { kind: 'remove-option', option }).variants.length;
}

/** Returns how many variants are removed with one value of an option. */
export function goneWithValue(product: Product, place: number, value: string): number {
  return product.variants.filter((variant) => variant.optionValues[place] === value).length;
}

/** Returns an unused variant id: "v8" after "v7". */
export function nextVariantId(variants: readonly Variant[], step = 1): string {
  const numbers = variants.map(({ id }) => Number(/^v(\d{1,9})$/.exec(id)?.[1] ?? 0));
  return `v${Math.max(0, ...numbers) + step}`;
}

/**
 * Adds a value to an option, with a variant for each combination of the other options. A new variant copies prices,
 * weight and flags from the variant that differs only in this value, but no code, inventory or image. Returns the same
 * object if the value already exists or there would be too many variants.
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
    imageUrl: null,
  }));
  return {
    ...product,
    options: product.options.with(place, { ...option, values: [...option.values, value] }),
    variants: [...product.variants, ...added],
  };
}

/** Removes a value and its variants; returns the same object if no variant would be left. */
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
