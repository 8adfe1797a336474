import type { Product, Variant } from './product.ts';

/** Whether a variant has a field that its siblings may have (an option value that is empty is none). */
const hasField = {
  price: ({ price }) => price !== null,
  optionValues: ({ optionValues }, options) => optionValues.length >= options && !optionValues.includes(''),
  sku: ({ sku }) => sku !== null && sku !== '',
  barcode: ({ barcode }) => barcode !== null && barcode !== '',
  stock: ({ stock }) => stock !== null,
  weight: ({ weight }) => weight !== null,
  pictureUrl: ({ pictureUrl }) => pictureUrl !== null,
} satisfies Record<string, (variant: Variant, options: number) => boolean>;

export type VariantGapField = keyof typeof hasField;

export const variantGapFields = Object.keys(hasField) as VariantGapField[];

/** A field that some variants of a product have and these, by their ids, do not. */
export interface VariantGap {
  field: VariantGapField;
  variants: string[];
}

/**
 * Finds what variants of a product lack and a sibling has, in the order of `variantGapFields`. A field that no variant has
 * is none of the product's gaps. Reckoned from the product as it is, so that what an edit filled in is a gap no more.
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
