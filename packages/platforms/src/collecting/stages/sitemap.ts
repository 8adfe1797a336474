import { AppError } from '@bowerbird/contract/errors';
import { z } from 'zod/mini';
import { closedWay } from '../../net/failures.ts';
import { readEach } from './read-each.ts';
import type { Stage } from './run-stages.ts';
import { type ShopRun, shopCursor, shopCursorOf } from './shop-run.ts';

const SitemapCursor = z.object({
  ...shopCursor,
  /** Key of the last product of the sitemap that was read. */
  last: z.string(),
});
type SitemapCursor = z.infer<typeof SitemapCursor>;

/** All products that the sitemap names, by their pages: for a shop whose feed was closed from the start. */
export const sitemap: Stage<ShopRun, SitemapCursor> = {
  name: 'sitemap',
  cursor: SitemapCursor,
  isDue: ({ feed, reading, resumed }, cursor) =>
    cursor !== null || (feed instanceof AppError && reading.seen === 0 && resumed === null),

  async *run(run, cursor) {
    const { reading } = run;
    yield { kind: 'way', way: 'sitemap', state: 'running' };
    let keys: string[];
    try {
      keys = await reading.reader.sitemap();
    } catch (thrown) {
      run.sitemap = 'refused';
      yield { kind: 'way', way: 'sitemap', state: 'refused', because: closedWay(thrown).code };
      return;
    }
    if (keys.length === 0) {
      run.sitemap = 'empty';
      return;
    }
    run.sitemap = 'read';
    yield { kind: 'promised', way: 'sitemap', count: keys.length };
    yield { kind: 'way', way: 'sitemap', state: 'done', count: keys.length };
    const left = cursor ? keys.slice(keys.indexOf(cursor.last) + 1) : keys;
    yield* readEach(reading, left, ({ last }): SitemapCursor => ({ ...shopCursorOf(reading), last }));
  },
};
