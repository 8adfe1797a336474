import type { Product } from '@bowerbird/catalog/product';
import { saysNoProduct } from './no-product.ts';

/** The product of a page; none where the page shows none. What is wrong with one that is there is thrown on. */
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
