import { AppError } from '@bowerbird/contract/errors';
import type { Call } from '../serve.ts';

/** Throws `permission.missing` for a merchant's people, whatever their role allows. */
export function requireAdministrator({ user }: Call, permission: string, action: string): void {
  if (user.ownerId !== null) {
    throw new AppError('permission.missing', 'only administrators', { params: { permission, action } });
  }
}
