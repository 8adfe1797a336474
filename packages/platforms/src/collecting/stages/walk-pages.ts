import type { Product } from '@bowerbird/catalog/product';
import type { Reading } from '../reading.ts';
import type { Category } from '../shop-reader.ts';
import type { StageEvents } from './run-stages.ts';

/** Page limit of one list; no shopper sees so many. */
const pagesMax = 2000;

/**
 * Reads the pages of a category as shoppers see it, until one shows no new product. Returns the number of products on
 * the first page when the second repeats it, because such pages do not advance; otherwise null. Throws what closes a
 * page.
 */
export async function* walkPages<Cursor>(
  reading: Reading,
  category: Category,
  from: number,
  cursorOf: (nextPage: number) => Cursor,
  change: (product: Product) => Product = (product) => product,
): StageEvents<Cursor, number | null> {
  let first = '';
  for (let page = from; page <= pagesMax; page += 1) {
    const keys = (await reading.reader.keysOnPage?.(category, page)) ?? [];
    const fresh = keys.filter((key) => !reading.keys.has(key));
    if (fresh.length === 0) {
      return page === 2 && keys.length > 0 && keys.join('\n') === first ? keys.length : null;
    }
    first ||= keys.join('\n');
    for (const key of fresh) {
      reading.keys.add(key);
    }
    for await (const { products, skipped, done } of reading.takeEach(fresh)) {
      const cursor = cursorOf(done === fresh.length ? page + 1 : page);
      yield { kind: 'batch', products: products.map(change), skipped, cursor };
    }
  }
  return null;
}
