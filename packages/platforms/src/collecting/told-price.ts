import type { Product } from '@bowerbird/catalog/product';

/**
 * Whether a price that a page tells in a second place (Open Graph, linked data) is one of this product's; true where none is
 * told. The currency beside a price that is not is another product's, or the visitor's: it says nothing of these prices.
 */
export function mayBePriceOf(
  { variants }: Pick<Product, 'variants'>,
  told: string | null | undefined,
): boolean {
  const price = digitsOf(told ?? '');
  return (
    price === '' ||
    variants.some(
      (variant) =>
        digitsOf(variant.price ?? '') === price || digitsOf(variant.compareAtPrice ?? '') === price,
    )
  );
}

/** "1.234,50", "1,234.5" and "1234.50" are one amount to whoever only asks whether they may be. */
function digitsOf(price: string): string {
  return price.replaceAll(/\D+/g, '').replace(/(?<!0)0+$/, '');
}
