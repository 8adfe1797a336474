import { AppError } from '@bowerbird/contract/errors';
import { z } from 'zod/mini';
import { closedWay } from '../../net/failures.ts';
import type { Category } from '../shop-reader.ts';
import { readEach } from './read-each.ts';
import type { Stage } from './run-stages.ts';
import { isShort, requireFeed, type ShopRun, shopCursor, shopCursorOf } from './shop-run.ts';

const MissingCursor = z.object({
  ...shopCursor,
  /** Keys of the products that are still to be read. */
  left: z.array(z.string()),
});
type MissingCursor = z.infer<typeof MissingCursor>;

/** Products that the sitemap names and neither the feed nor a category contained, by their pages. */
export const missing: Stage<ShopRun, MissingCursor> = {
  name: 'missing',
  cursor: MissingCursor,
  isDue: (run, cursor) => cursor !== null || (run.sitemap === null && mayMiss(run)),

  async *run(run, cursor) {
    const { reading } = run;
    let left = cursor?.left;
    if (left === undefined) {
      yield { kind: 'way', way: 'sitemap', state: 'running' };
      let keys: string[];
      try {
        keys = await reading.reader.sitemap();
      } catch (thrown) {
        yield { kind: 'way', way: 'sitemap', state: 'refused', because: closedWay(thrown).code };
        requireFeed(run);
        return;
      }
      yield { kind: 'promised', way: 'sitemap', count: keys.length };
      yield { kind: 'way', way: 'sitemap', state: 'done', count: keys.length };
      await noteKeysBefore(run);
      left = keys.filter((key) => !reading.keys.has(key));
    }

    const all = left;
    yield* readEach(
      reading,
      all,
      ({ done }): MissingCursor => ({ ...shopCursorOf(reading), left: all.slice(done) }),
    );
    for (const { index, total } of run.refused) {
      yield { kind: 'slice', index, state: 'done', done: 0, total };
    }
  },
};

/** Reports whether the lists that were read may lack products. */
function mayMiss({ feed, reading }: ShopRun): boolean {
  return (
    feed instanceof AppError || (reading.reader.promised === null ? feed === 'capped' : isShort(reading))
  );
}

/** Requests the lists once more to learn which keys were seen before the stop; a resumed run does not know them. */
async function noteKeysBefore(run: ShopRun): Promise<void> {
  const { reading, resumed } = run;
  if (resumed === null) {
    return;
  }
  await noteKeys(run, null, resumed.key === null ? resumed.page : Number.POSITIVE_INFINITY);
  for (const category of resumed.key === null ? [] : await reading.reader.categories()) {
    const isLast = category.key === resumed.key;
    await noteKeys(run, category, isLast ? resumed.page : Number.POSITIVE_INFINITY);
    if (isLast) {
      return;
    }
  }
}

async function noteKeys({ reading }: ShopRun, category: Category | null, before: number): Promise<void> {
  const pages = before <= 1 ? null : (reading.reader.pages?.(category, 1, null) ?? null);
  if (pages === null) {
    return;
  }
  try {
    for await (const { page, answer } of pages) {
      for (const item of answer.kind === 'items' ? answer.items : []) {
        reading.keys.add(reading.reader.identityOf(item).key ?? '');
      }
      if (page + 1 >= before) {
        return;
      }
    }
  } catch (thrown) {
    closedWay(thrown);
  }
}
