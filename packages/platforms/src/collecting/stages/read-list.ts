import type { AppError } from '@bowerbird/contract/errors';
import { closedWay } from '../../net/failures.ts';
import type { Reading } from '../reading.ts';
import type { Category } from '../shop-reader.ts';
import { noLists } from '../without-lists.ts';
import type { StageEvents } from './run-stages.ts';

/** How a list ended: everything was given, the shop gives no more, or it refused. */
export type ListEnd = 'done' | 'capped' | AppError;

/**
 * Reads every page of the feed (null) or of a category's list as batches. A refusal of the list ends it; an error that
 * concerns the whole shop is thrown.
 */
export async function* readList<Cursor>(
  reading: Reading,
  category: Category | null,
  from: number,
  cursorOf: (nextPage: number) => Cursor,
): StageEvents<Cursor, ListEnd> {
  const { reader } = reading;
  try {
    const pages = reader.pages?.(category, from, category ? null : reader.promised) ?? null;
    if (pages === null) {
      return noLists;
    }
    for await (const { page, answer } of pages) {
      if (answer.kind === 'capped') {
        return 'capped';
      }
      if (answer.items.length + answer.skipped.length > 0) {
        const parts = reading.takeInParts(answer, category ? [category.path] : []);
        for await (const { isLast, ...taken } of parts) {
          yield { kind: 'batch', ...taken, cursor: cursorOf(isLast ? page + 1 : page) };
        }
      }
    }
    return 'done';
  } catch (thrown) {
    return closedWay(thrown);
  }
}
