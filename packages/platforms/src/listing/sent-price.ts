import type { Variant } from '@bowerbird/catalog/product';
import { AppError } from '@bowerbird/contract/errors';

/**
 * Returns a variant's price for a request. Every platform's check refuses products with variants without a price. If
 * one gets this far, nothing is sent and `listing.price-missing` is thrown, so that no store sells it for nothing.
 */
export function sentPrice({ price }: Pick<Variant, 'price'>): string {
  if (price === null) {
    throw new AppError('listing.price-missing', 'a variant without a price');
  }
  return price;
}
