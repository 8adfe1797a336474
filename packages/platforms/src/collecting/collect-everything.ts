import { AppError } from '@bowerbird/contract/errors';
import { closedWay } from '../failures.ts';
import type { ShopCheckpoint } from './checkpoint.ts';
import type { CollectEvent } from './collector.ts';
import type { Reading } from './reading.ts';
import type { Category } from './shop-reader.ts';

type Events<End = void> = AsyncGenerator<CollectEvent, End>;

/** As many pages of one list are looked at; no shopper ever saw so many. */
const pagesMax = 2000;

/** How a list of pages ended: with a page of nothing new, or never turning: page after page is the first. */
type End = 'read' | 'never-turns' | AppError;

/**
 * A shop without lists and without a sitemap, as a shopper would go through it: the page of everything to its end; where
 * that page is missing or never turns, the categories too. What that leaves unproven is named: a page of everything that
 * is not there, one that proved to hold back what a category showed, and one that no category can be held against. False
 * where there is nothing to go through.
 */
export async function* collectEverything(reading: Reading, next: number): Events<boolean> {
  const { reader } = reading;
  if (!reader.everything) {
    return false;
  }
  // The page before the next is read again: what it holds tells whether the pages turn.
  const from = Math.max(1, next - 1);
  const everything = await reader.everything();
  yield { kind: 'way', way: 'page', state: 'running' };
  if (everything.promised !== null) {
    yield { kind: 'promised', way: 'page', count: everything.promised };
  }
  const end = yield* walk(reading, everything, from, (page) => ({
    way: 'pages',
    root: reader.root,
    page,
    seen: reading.seen,
  }));
  const isShort = everything.promised === null || reading.seen < everything.promised;
  if (end === 'read' || !isShort) {
    yield { kind: 'way', way: 'page', state: 'done', count: reading.seen };
    return true;
  }

  const shown = reading.seen;
  const categories = yield* walkCategories(reading);
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
    yield batchOf(reading, { products: [], skipped: [{ address, failure }] }, from);
  }
  yield { kind: 'way', way: 'page', state: failure === null ? 'done' : 'capped', count: reading.seen };
  return true;
}

/** Every category that the shop names, to its end. How many could be read. */
async function* walkCategories(reading: Reading): Events<number> {
  let categories: Category[] = [];
  try {
    categories = await reading.reader.categories();
  } catch (thrown) {
    closedWay(thrown);
  }
  let read = 0;
  for (const category of categories) {
    const end = yield* walk(reading, category, 1, () => ({
      way: 'pages',
      root: reading.reader.root,
      page: 1,
      seen: reading.seen,
    }));
    read += end instanceof AppError ? 0 : 1;
  }
  return read;
}

async function* walk(
  reading: Reading,
  category: Category,
  from: number,
  checkpoint: (page: number) => ShopCheckpoint,
): Events<End> {
  const { reader } = reading;
  let first = '';
  try {
    for (let page = from; page <= pagesMax; page += 1) {
      const keys = (await reader.keysOnPage?.(category, page)) ?? [];
      const fresh = keys.filter((key) => !reading.keys.has(key));
      if (fresh.length === 0) {
        return page === 2 && keys.length > 0 && keys.join('\n') === first ? 'never-turns' : 'read';
      }
      first ||= keys.join('\n');
      for (const key of fresh) {
        reading.keys.add(key);
      }
      for await (const { products, skipped, done } of reading.takeEach(fresh)) {
        const nextPage = done === fresh.length ? page + 1 : page;
        yield { kind: 'batch', products, skipped, checkpoint: checkpoint(nextPage) };
      }
    }
    return 'read';
  } catch (thrown) {
    return closedWay(thrown);
  }
}

function batchOf(
  { reader, seen }: Reading,
  taken: Pick<Extract<CollectEvent, { kind: 'batch' }>, 'products' | 'skipped'>,
  page: number,
): CollectEvent {
  return { kind: 'batch', ...taken, checkpoint: { way: 'pages', root: reader.root, page, seen } };
}
