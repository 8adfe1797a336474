import type { Product } from '@bowerbird/catalog/product';

/**
 * Reports whether a price that a page gives in a second place (Open Graph, linked data) can be one of this product's;
 * true when none is given. If it cannot, its currency belongs to another product or to the visitor and says nothing
 * about these prices.
 */
export function mayBePriceOf(
  { variants }: Pick<Product, 'variants'>,
  stated: string | null | undefined,
): boolean {
  const price = digitsOf(stated ?? '');
  return (
    price === '' ||
    variants.some(
      (variant) =>
        digitsOf(variant.price ?? '') === price || digitsOf(variant.compareAtPrice ?? '') === price,
    )
  );
}

/**
 * "1.234,50", "1,234.5" and "1234.50" count as one amount, because the check only needs to know whether they can be
 * equal.
 */
function digitsOf(price: string): string {
  return price.replaceAll(/\D+/g, '').replace(/(?<!0)0+$/, '');
}
