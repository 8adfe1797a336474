import { AppError } from '@bowerbird/contract/errors';

/** Returns the error for a product that cannot be read, with the field that causes it. */
export function unreadable(field: string, handle: string | null): AppError {
  return new AppError('source.product-unreadable', `product ${handle ?? '?'}: ${field} cannot be read`, {
    params: { field },
  });
}
