import { AppError } from '@bowerbird/contract/errors';
import { z } from 'zod';

/** Reads the cursor of a list ordered by ids: the last id shown. Throws `request.invalid` for anything else. */
export function readIdCursor(text: string | undefined): string | undefined {
  if (text !== undefined && !z.uuid().safeParse(text).success) {
    throw new AppError('request.invalid', 'a cursor of another list', {
      issues: [{ path: ['cursor'], code: 'cursor.unknown', message: '' }],
    });
  }
  return text;
}
