import { AppError } from '@bowerbird/contract/errors';
import { z } from 'zod/mini';
import { closedWay } from '../../net/failures.ts';
import type { Reading } from '../reading.ts';
import type { Category } from '../shop-reader.ts';
import type { Stage, StageEvents } from './run-stages.ts';
import { page, requireFeed, type ShopRun, shopCursor, shopCursorOf } from './shop-run.ts';
import { walkPages } from './walk-pages.ts';

const PagesCursor = z.object({
  ...shopCursor,
  /** The next page of the shop's list of all products. */
  page,
});
type PagesCursor = z.infer<typeof PagesCursor>;

/** The page of all products, as shoppers browse it: for a shop without lists whose sitemap is closed or names none. */
export const pages: Stage<ShopRun, PagesCursor> = {
  name: 'pages',
  cursor: PagesCursor,
  isDue: ({ sitemap }, cursor) => cursor !== null || sitemap === 'refused' || sitemap === 'empty',

  async *run(run, cursor) {
    if (yield* browse(run, cursor?.page ?? 1)) {
      return;
    }
    if (run.sitemap === 'empty') {
      yield { kind: 'promised', way: 'sitemap', count: 0 };
      yield { kind: 'way', way: 'sitemap', state: 'done', count: 0 };
    } else {
      requireFeed(run);
    }
  },
};

/**
 * Reads the page of all products to its end; when that page is missing or repeats itself, the categories too. Reports
 * what remains unproven: a missing page of all products, one that lacked products which a category showed, and one that
 * no category could be compared with. Returns false when there is nothing to browse.
 */
async function* browse({ reading }: ShopRun, next: number): StageEvents<PagesCursor, boolean> {
  const { reader } = reading;
  if (!reader.everything) {
    return false;
  }
  const cursorOf = (at: number): PagesCursor => ({ ...shopCursorOf(reading), page: at });
  // The previous page is read again: its content shows whether the pages advance.
  const from = Math.max(1, next - 1);
  const everything = await reader.everything();
  yield { kind: 'way', way: 'page', state: 'running' };
  if (everything.promised !== null) {
    yield { kind: 'promised', way: 'page', count: everything.promised };
  }
  const end = yield* walk(reading, everything, from, cursorOf);
  const isShort = everything.promised === null || reading.seen < everything.promised;
  if (end === 'read' || !isShort) {
    yield { kind: 'way', way: 'page', state: 'done', count: reading.seen };
    return true;
  }

  const shown = reading.seen;
  const categories = yield* browseCategories(reading, () => cursorOf(1));
  if (end instanceof AppError && categories === 0) {
    yield { kind: 'way', way: 'page', state: 'refused', because: end.code };
    return false;
  }
  const address = reader.categoryAddress(everything.key);
  const heldBack = new AppError('source.feed-capped', `${address} shows less than there is`, {
    params: { address },
  });
  const proven = categories > 0 && reading.seen === shown;
  const failure = end instanceof AppError ? end : proven ? null : heldBack;
  if (failure !== null) {
    yield { kind: 'batch', products: [], skipped: [{ address, failure }], cursor: cursorOf(from) };
  }
  yield { kind: 'way', way: 'page', state: failure === null ? 'done' : 'capped', count: reading.seen };
  return true;
}

/** Reads every category that the shop names to its end. Returns how many could be read. */
async function* browseCategories(
  reading: Reading,
  cursorOf: () => PagesCursor,
): StageEvents<PagesCursor, number> {
  let categories: Category[] = [];
  try {
    categories = await reading.reader.categories();
  } catch (thrown) {
    closedWay(thrown);
  }
  let read = 0;
  for (const category of categories) {
    const end = yield* walk(reading, category, 1, cursorOf);
    read += end instanceof AppError ? 0 : 1;
  }
  return read;
}

/** How a list of pages ended: with a page without new products, because every page repeats the first, or closed. */
type End = 'read' | 'never-turns' | AppError;

async function* walk(
  reading: Reading,
  category: Category,
  from: number,
  cursorOf: (page: number) => PagesCursor,
): StageEvents<PagesCursor, End> {
  try {
    const repeated = yield* walkPages(reading, category, from, cursorOf);
    return repeated === null ? 'read' : 'never-turns';
  } catch (thrown) {
    return closedWay(thrown);
  }
}
