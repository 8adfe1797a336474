import { AppError } from '@bowerbird/contract/errors';
import { closedWay } from '../net/failures.ts';
import type { Visit } from '../net/http.ts';
import type { CategoryCheckpoint } from './checkpoint.ts';
import type { CollectEvent, CollectRequest } from './collector.ts';
import { type Reading, startReading } from './reading.ts';
import { type Category, type Place, placeOf, type ShopDialect } from './shop-reader.ts';

type Events<End = void> = AsyncGenerator<CollectEvent, End>;

/**
 * Collects the products of one or several categories of a shop, each product once: a product in two of them counts for
 * the first. The category's name is added to the product; search results are read in the same way and keep their own
 * categories. A category that cannot be read is skipped with a named error; the others continue.
 */
export async function* collectCategories(
  dialect: ShopDialect,
  addresses: readonly URL[],
  request: Pick<CollectRequest, 'alreadyGot' | 'stock'> & { scope: 'category' | 'search' },
  visit: Visit,
  start: CategoryCheckpoint | null,
): Events {
  const places: Place[] = [];
  for (const url of addresses) {
    places.push(await placeOf(dialect, url, request.scope, visit));
  }
  const [first] = places;
  if (!first) {
    return;
  }
  const reader = await dialect.open(first, visit, request);
  const reading = startReading(reader, request, start?.seen ?? 0);
  const categories: Category[] = [];
  for (const [at, place] of places.entries()) {
    const key = place.key ?? '';
    if (request.scope === 'search') {
      categories.push(searchNamed(reader, place, addresses[at]));
      continue;
    }
    const known = await reader.findCategory(key);
    categories.push(known ?? { id: key, key, name: key, path: [key], promised: null });
  }
  // A resumed run has already reported its slices.
  if (start === null) {
    yield { kind: 'slices', slices: categories.map(({ name, promised }) => ({ name, total: promised })) };
  }
  yield { kind: 'way', way: 'collections', state: 'running' };

  let whole = true;
  for (const [at, category] of categories.entries()) {
    if (at < (start?.at ?? 0)) {
      continue;
    }
    yield { kind: 'slice', index: at, state: 'running', done: 0, total: category.promised };
    const seenBefore = reading.seen;
    const failure = yield* readCategory(dialect, reading, category, at, start?.at === at ? start : null);
    whole &&= failure === null;
    const done = reading.seen - seenBefore;
    yield { kind: 'slice', index: at, state: failure ? 'failed' : 'done', done, total: category.promised };
  }
  if (whole) {
    // The category sizes that the shop states are unreliable; the lists themselves, read to their ends, give the real
    // sizes.
    yield { kind: 'promised', way: 'collections', count: reading.seen };
  }
  yield { kind: 'way', way: 'collections', state: 'done', count: reading.seen };
}

async function* readCategory(
  dialect: ShopDialect,
  reading: Reading,
  category: Category,
  at: number,
  start: CategoryCheckpoint | null,
): Events<AppError | null> {
  const list = addressOf(dialect, reading.reader, category);
  const checkpoint = (page: number, html: boolean): CategoryCheckpoint => ({
    way: 'category',
    at,
    page,
    html,
    seen: reading.seen,
  });
  const path = pathsOf(category);
  let page = start?.page ?? 1;
  try {
    const pages = start?.html === true ? null : (reading.reader.pages?.(category, page, null) ?? null);
    if (pages !== null) {
      for await (const { page: given, answer } of pages) {
        page = given;
        if (answer.kind === 'capped') {
          throw new AppError('source.feed-capped', `${list} gives no more than it gave`, {
            params: { address: list },
          });
        }
        if (answer.items.length + answer.skipped.length > 0) {
          for await (const { isLast, ...taken } of reading.takeInParts(answer, path)) {
            yield { kind: 'batch', ...taken, checkpoint: checkpoint(isLast ? given + 1 : given, false) };
          }
        }
      }
      return null;
    }
  } catch (thrown) {
    const failure = closedWay(thrown);
    if (page > 1 || failure.code === 'source.gone') {
      yield {
        kind: 'batch',
        products: [],
        skipped: [{ address: list, failure }],
        checkpoint: checkpoint(page, false),
      };
      return failure;
    }
    yield { kind: 'way', way: 'collections', state: 'refused', because: failure.code };
  }
  return yield* readPages(reading, category, list, start?.html === true ? start.page : 1, checkpoint);
}

/** Page limit of a category; no shopper sees so many. */
const pagesMax = 2000;

/** Reads the pages that a shopper sees, for shops with closed lists, until a page shows no new product. */
async function* readPages(
  reading: Reading,
  category: Category,
  list: string,
  from: number,
  checkpoint: (page: number, html: boolean) => CategoryCheckpoint,
): Events<AppError | null> {
  const { reader } = reading;
  yield { kind: 'way', way: 'page', state: 'running' };
  let first = '';
  try {
    for (let page = from; page <= pagesMax; page += 1) {
      const keys = (await reader.keysOnPage?.(category, page)) ?? [];
      const fresh = keys.filter((key) => !reading.keys.has(key));
      if (fresh.length === 0) {
        if (page === 2 && keys.join('\n') === first && keys.length < (category.promised ?? 0)) {
          throw new AppError('source.feed-capped', `${list} shows its first page for ever`, {
            params: { address: list },
          });
        }
        break;
      }
      first ||= keys.join('\n');
      for (const key of fresh) {
        reading.keys.add(key);
      }
      for await (const { products, skipped, done } of reading.takeEach(fresh)) {
        const nextPage = done === fresh.length ? page + 1 : page;
        const placed =
          category.search === undefined
            ? products.map((product) => ({ ...product, categories: pathsOf(category) }))
            : products;
        yield { kind: 'batch', products: placed, skipped, checkpoint: checkpoint(nextPage, true) };
      }
    }
    yield { kind: 'way', way: 'page', state: 'done', count: reading.seen };
    return null;
  } catch (thrown) {
    const failure = closedWay(thrown);
    yield { kind: 'way', way: 'page', state: 'refused', because: failure.code };
    yield {
      kind: 'batch',
      products: [],
      skipped: [{ address: list, failure }],
      checkpoint: checkpoint(from, true),
    };
    return failure;
  }
}

/** A search result does not put a product into a category. */
function pathsOf({ path }: Category): string[][] {
  return path.length > 0 ? [path] : [];
}

/** Returns the search that an address contains, in place of a category. */
function searchNamed(reader: Reading['reader'], { scope, key }: Place, url: URL | undefined): Category {
  if (scope !== 'search' || key === null) {
    const address = url?.href ?? '';
    throw new AppError('address.invalid', `${address} is no page of a search`, { params: { address } });
  }
  const words = reader.wordsOf?.(key) ?? key;
  return { id: key, key, name: words, path: [], promised: null, search: words };
}

function addressOf(dialect: ShopDialect, reader: Reading['reader'], { key, search }: Category): string {
  return search === undefined || reader.wordsOf !== undefined || !dialect.searchAddress
    ? reader.categoryAddress(key)
    : dialect.searchAddress(new URL(reader.root), search).href;
}
