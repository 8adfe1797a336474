import { AppError } from '@bowerbird/contract/errors';

/** A product that cannot be read, and the field that is to blame. */
export function unreadable(field: string, handle: string | null): AppError {
  return new AppError('source.product-unreadable', `product ${handle ?? '?'}: ${field} cannot be read`, {
    params: { field },
  });
}
