import type { Variant } from '@bowerbird/catalog/product';
import { AppError } from '@bowerbird/contract/errors';

/**
 * A variant's price on its way into a request. The check of every platform refuses products that have variants without a
 * price; should one come so far, nothing is sent: throws `listing.price-missing`. No store is left to take nothing for it.
 */
export function sentPrice({ price }: Pick<Variant, 'price'>): string {
  if (price === null) {
    throw new AppError('listing.price-missing', 'a variant without a price');
  }
  return price;
}
