import type { Product, ProductField } from '@bowerbird/catalog/product';

/** What a page contains, and how completely, where the product itself does not show it. */
export interface Wholeness {
  /** Whether the page has every variant that the shop sells. */
  variants: boolean;
  options: boolean;
  description: boolean;
  images: boolean;
  tags: boolean;
}

/** Returns the fields that a page does not contain, or not in full. */
export function unknownFields(product: Product, whole: Wholeness): ProductField[] {
  const stated: [ProductField, boolean][] = [
    ['variants', whole.variants],
    ['options', whole.options],
    ['descriptionHtml', whole.description],
    ['vendor', product.vendor !== null],
    ['tags', whole.tags],
    ['images', whole.images],
    ['categories', product.categories.length > 0],
    ['currency', product.currency !== null],
  ];
  return stated.flatMap(([field, isStated]) => (isStated ? [] : [field]));
}
