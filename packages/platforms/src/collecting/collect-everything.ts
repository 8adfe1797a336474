import { AppError } from '@bowerbird/contract/errors';
import { closedWay } from '../net/failures.ts';
import type { ShopCheckpoint } from './checkpoint.ts';
import type { CollectEvent } from './collector.ts';
import type { Reading } from './reading.ts';
import type { Category } from './shop-reader.ts';

type Events<End = void> = AsyncGenerator<CollectEvent, End>;

/** Page limit of one list; no shopper sees so many. */
const pagesMax = 2000;

/** How a list of pages ended: with a page without new products, or because every page repeats the first. */
type End = 'read' | 'never-turns' | AppError;

/**
 * Collects a shop without lists and without a sitemap as a shopper would browse it: the page of all products to its
 * end; when that page is missing or repeats itself, the categories too. Reports what remains unproven: a missing page
 * of all products, one that lacked products which a category showed, and one that no category could be compared with.
 * Returns false when there is nothing to browse.
 */
export async function* collectEverything(reading: Reading, next: number): Events<boolean> {
  const { reader } = reading;
  if (!reader.everything) {
    return false;
  }
  // The previous page is read again: its content shows whether the pages advance.
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

/** Reads every category that the shop names to its end. Returns how many could be read. */
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
