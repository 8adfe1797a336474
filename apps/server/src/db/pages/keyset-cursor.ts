import { AppError } from '@bowerbird/contract/errors';
import { z } from 'zod';

/** Where the next page of a list begins: the last row's sort value, and its id. */
const KeysetCursor = z.object({
  sort: z.string(),
  direction: z.string(),
  value: z.string(),
  id: z.uuid(),
  /** How many were counted with the first page. */
  counted: z.optional(z.object({ total: z.int(), totalIsEstimate: z.boolean() })),
});
export type KeysetCursor = z.infer<typeof KeysetCursor>;

/** Encodes a cursor for the caller, as opaque text. */
export function writeCursor({ sort, direction, value, id, counted }: KeysetCursor): string {
  return Buffer.from(JSON.stringify({ sort, direction, value, id, counted })).toString('base64url');
}

/** Returns how many were counted with the first page of the list that a cursor continues, if they were. */
export function countedIn(cursor: string | undefined): KeysetCursor['counted'] {
  const read = KeysetCursor.safeParse(jsonOf(Buffer.from(cursor ?? '', 'base64url').toString()));
  return read.data?.counted;
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
