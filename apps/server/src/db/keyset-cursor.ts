import { AppError } from '@bowerbird/contract/errors';
import { z } from 'zod';

/** Where the next page of a list begins: the last row's sort value, and its id. */
const KeysetCursor = z.object({ sort: z.string(), direction: z.string(), value: z.string(), id: z.uuid() });
export type KeysetCursor = z.infer<typeof KeysetCursor>;

/** Encodes a cursor for the caller, as opaque text. */
export function writeCursor({ sort, direction, value, id }: KeysetCursor): string {
  return Buffer.from(JSON.stringify({ sort, direction, value, id })).toString('base64url');
}

/** Reads a cursor that this list gave in this order; throws `request.invalid` for any other. */
export function readCursor(text: string, sort: string, direction: string): KeysetCursor {
  const read = KeysetCursor.safeParse(jsonOf(Buffer.from(text, 'base64url').toString()));
  if (!read.success || read.data.sort !== sort || read.data.direction !== direction) {
    throw new AppError('request.invalid', 'a cursor of another list', {
      issues: [{ path: ['cursor'], code: 'cursor.unknown', message: '' }],
    });
  }
  return read.data;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
