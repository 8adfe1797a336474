import type { Product, Variant } from '../../product.ts';

/** Returns the product with only these of its variants, and the option values that they still use. */
export function withVariants(product: Product, variants: Variant[]): Product {
  if (variants.length === product.variants.length) {
    return product;
  }
  const before = product.options.map((_, place) => valuesAt(product.variants, place));
  const options = product.options.map((option, place) => {
    const used = valuesAt(variants, place);
    return {
      ...option,
      values: option.values.filter((value) => used.has(value) || !before[place]?.has(value)),
    };
  });
  return { ...product, options, variants };
}

function valuesAt(variants: readonly Variant[], place: number): ReadonlySet<string> {
  return new Set(variants.flatMap(({ optionValues }) => optionValues[place] ?? []));
}
