import type { Product } from '@bowerbird/catalog/product';
import { AppError } from '@bowerbird/contract/errors';

/** The product of a page; none where the page shows none. What is wrong with one that is there is thrown on. */
export function productsOrNone(read: () => Product): Product[] {
  try {
    return [read()];
  } catch (thrown) {
    if (thrown instanceof AppError && thrown.code === 'source.page-not-understood') {
      return [];
    }
    throw thrown;
  }
}
