import { AppError } from '@bowerbird/contract/errors';
import { z } from 'zod/mini';
import { closedWay } from '../../net/failures.ts';
import type { Category } from '../shop-reader.ts';
import { readList } from './read-list.ts';
import type { Stage } from './run-stages.ts';
import { isShort, page, type ShopRun, shopCursor, shopCursorOf } from './shop-run.ts';

const CategoriesCursor = z.object({
  ...shopCursor,
  /** Key of the category that is being read. */
  key: z.string(),
  page,
});
type CategoriesCursor = z.infer<typeof CategoriesCursor>;

/** The lists of all categories, for what is beyond the cap of the feed. */
export const categories: Stage<ShopRun, CategoriesCursor> = {
  name: 'categories',
  cursor: CategoriesCursor,
  isDue: ({ feed, reading }) => feed === 'capped' && isShort(reading),

  async *run(run, cursor) {
    const { reading } = run;
    const { reader } = reading;
    run.resumed = cursor ? { key: cursor.key, page: cursor.page } : run.resumed;
    yield { kind: 'way', way: 'collections', state: 'running' };
    let all: Category[];
    try {
      all = await reader.categories();
    } catch (thrown) {
      yield { kind: 'way', way: 'collections', state: 'refused', because: closedWay(thrown).code };
      return;
    }
    // A resumed run has already reported its slices.
    if (cursor === null) {
      yield { kind: 'slices', slices: all.map(({ name, promised }) => ({ name, total: promised })) };
    }

    const first = Math.max(0, cursor ? all.findIndex(({ key }) => key === cursor.key) : 0);
    for (const [index, category] of all.entries()) {
      if (index < first || !isShort(reading)) {
        continue;
      }
      const { key, promised: total } = category;
      const seenBefore = reading.seen;
      yield { kind: 'slice', index, state: 'running', done: 0, total };
      const from = key === cursor?.key ? cursor.page : 1;
      const cursorOf = (next: number): CategoriesCursor => ({ ...shopCursorOf(reading), key, page: next });
      const end = yield* readList(reading, category, from, cursorOf);
      const state = end instanceof AppError ? 'failed' : 'done';
      if (state === 'failed') {
        run.refused.push({ index, total });
      }
      yield { kind: 'slice', index, state, done: reading.seen - seenBefore, total };
    }
    yield { kind: 'way', way: 'collections', state: 'done', count: reading.seen };
  },
};
