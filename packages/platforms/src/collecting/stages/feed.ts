import { AppError } from '@bowerbird/contract/errors';
import { z } from 'zod/mini';
import { noLists } from '../without-lists.ts';
import { readList } from './read-list.ts';
import type { Stage } from './run-stages.ts';
import { page, type ShopRun, shopCursor, shopCursorOf } from './shop-run.ts';

const FeedCursor = z.object({ ...shopCursor, page });
type FeedCursor = z.infer<typeof FeedCursor>;

/** The list of all products, as far as the shop gives it. */
export const feed: Stage<ShopRun, FeedCursor> = {
  name: 'feed',
  cursor: FeedCursor,
  isDue: () => true,

  async *run(run, cursor) {
    const { reading } = run;
    const { reader } = reading;
    run.resumed = cursor && { key: null, page: cursor.page };
    if (!reader.pages) {
      run.feed = noLists;
      return;
    }
    yield { kind: 'way', way: 'feed', state: 'running' };
    const cursorOf = (next: number): FeedCursor => ({ ...shopCursorOf(reading), page: next });
    let end = yield* readList(reading, null, cursor?.page ?? 1, cursorOf);

    // A shop with its own front end: the feed is closed there and open under the shop's permanent name.
    if (
      end instanceof AppError &&
      cursor === null &&
      reading.seen === 0 &&
      end.code !== 'source.robots-forbid'
    ) {
      const other = (await reader.elsewhere?.(end)) ?? null;
      if (other !== null) {
        const front = reader.root;
        reader.root = other;
        const there = yield* readList(reading, null, 1, cursorOf);
        end = there instanceof AppError ? end : there;
        reader.root = there instanceof AppError ? front : other;
      }
    }

    run.feed = end;
    if (end instanceof AppError) {
      yield { kind: 'way', way: 'feed', state: 'refused', because: end.code };
    } else {
      yield { kind: 'way', way: 'feed', state: end, count: reading.seen };
    }
  },
};
