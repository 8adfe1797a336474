import type { Product } from '@bowerbird/catalog/product';
import { saysNoProduct } from './no-product.ts';

/** Returns the product of a page, or none when the page shows none. Rethrows an error in a product that is there. */
export function productsOrNone(read: () => Product): Product[] {
  try {
    return [read()];
  } catch (thrown) {
    if (saysNoProduct(thrown)) {
      return [];
    }
    throw thrown;
  }
}
