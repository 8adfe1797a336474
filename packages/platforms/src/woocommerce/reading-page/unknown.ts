import type { Product, ProductField } from '@bowerbird/catalog/product';

/** What a page told, and how wholly, where the product itself does not show it. */
export interface Wholeness {
  /** Whether every variant that the shop sells was told. */
  variants: boolean;
  options: boolean;
  description: boolean;
  pictures: boolean;
  tags: boolean;
}

/** The fields that a page did not tell, or not whole. */
export function unknownFields(product: Product, whole: Wholeness): ProductField[] {
  const told: [ProductField, boolean][] = [
    ['variants', whole.variants],
    ['options', whole.options],
    ['descriptionHtml', whole.description],
    ['vendor', product.vendor !== null],
    ['tags', whole.tags],
    ['pictures', whole.pictures],
    ['categories', product.categories.length > 0],
    ['currency', product.currency !== null],
  ];
  return told.flatMap(([field, isTold]) => (isTold ? [] : [field]));
}
