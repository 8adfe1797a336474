import type { Product, Variant } from '../product.ts';

/**
 * Reports whether a variant has a field that other variants of the product may have (an empty option value counts as
 * missing).
 */
const hasField = {
  price: ({ price }) => price !== null,
  optionValues: ({ optionValues }, options) => optionValues.length >= options && !optionValues.includes(''),
  sku: ({ sku }) => sku !== null && sku !== '',
  barcode: ({ barcode }) => barcode !== null && barcode !== '',
  stock: ({ stock }) => stock !== null,
  weight: ({ weight }) => weight !== null,
  imageUrl: ({ imageUrl }) => imageUrl !== null,
} satisfies Record<string, (variant: Variant, options: number) => boolean>;

export type VariantGapField = keyof typeof hasField;

export const variantGapFields = Object.keys(hasField) as VariantGapField[];

/** A field that some variants of a product have and these variants, given by their ids, lack. */
export interface VariantGap {
  field: VariantGapField;
  variants: string[];
}

/**
 * Finds the fields that some variants of a product lack and another variant has, in the order of `variantGapFields`. A
 * field that no variant has is not a gap. It is computed from the current product, so a gap that an edit filled is no
 * longer reported.
 */
export function variantGaps({ variants, options }: Pick<Product, 'variants' | 'options'>): VariantGap[] {
  if (variants.length < 2) {
    return [];
  }
  return variantGapFields.flatMap((field) => {
    const lacking = variants.filter((variant) => !hasField[field](variant, options.length));
    const isGap = lacking.length > 0 && lacking.length < variants.length;
    return isGap ? [{ field, variants: lacking.map(({ id }) => id) }] : [];
  });
}
