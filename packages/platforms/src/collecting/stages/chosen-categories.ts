import { AppError } from '@bowerbird/contract/errors';
import { z } from 'zod/mini';
import type { Json } from '../../context.ts';
import type { Visit } from '../../net/http.ts';
import type { CollectEvent, CollectRequest } from '../collector.ts';
import { type Reading, startReading } from '../reading.ts';
import { type Category, type Place, placeOf, type ShopDialect } from '../shop-reader.ts';
import { type CategoryRun, categoryStages } from './one-category.ts';
import { inside, nested, positionIn, runStages, type Stage } from './run-stages.ts';

interface ChosenRun {
  readonly dialect: ShopDialect;
  readonly reading: Reading;
  readonly categories: readonly Category[];
}

const ChosenCursor = z.object({
  /** Index of the category. */
  at: z.int().check(z.nonnegative()),
  /** Number of products seen so far in all of them, saved and skipped. */
  seen: z.int().check(z.nonnegative()),
  /** Position in the category. */
  inside,
});
type ChosenCursor = z.infer<typeof ChosenCursor>;

/** One category after the other, each by its own stages. */
const category: Stage<ChosenRun, ChosenCursor> = {
  name: 'category',
  cursor: ChosenCursor,
  isDue: () => true,

  async *run({ dialect, reading, categories }, cursor) {
    // A resumed run has already reported its slices.
    if (cursor === null) {
      yield { kind: 'slices', slices: categories.map(({ name, promised }) => ({ name, total: promised })) };
    }
    yield { kind: 'way', way: 'collections', state: 'running' };

    const first = cursor?.at ?? 0;
    let whole = true;
    for (const [at, category] of categories.entries()) {
      if (at < first) {
        continue;
      }
      const total = category.promised;
      yield { kind: 'slice', index: at, state: 'running', done: 0, total };
      const seenBefore = reading.seen;
      const address = addressOf(dialect, reading.reader, category);
      const run: CategoryRun = { reading, category, address, listed: false, failure: null };
      const from = positionIn(categoryStages, cursor?.at === at ? cursor.inside : null);
      yield* nested(
        runStages(categoryStages, run, from),
        (position): ChosenCursor => ({ at, seen: reading.seen, inside: position }),
      );
      whole &&= run.failure === null;
      const done = reading.seen - seenBefore;
      yield { kind: 'slice', index: at, state: run.failure ? 'failed' : 'done', done, total };
    }
    if (whole) {
      // The category sizes that the shop states are unreliable; the lists themselves, read to their ends, give the real
      // sizes.
      yield { kind: 'promised', way: 'collections', count: reading.seen };
    }
    yield { kind: 'way', way: 'collections', state: 'done', count: reading.seen };
  },
};

const chosenStages: readonly Stage<ChosenRun, ChosenCursor>[] = [category];

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
  saved: Json | null,
): AsyncGenerator<CollectEvent> {
  const places: Place[] = [];
  for (const url of addresses) {
    places.push(await placeOf(dialect, url, request.scope, visit));
  }
  const [first] = places;
  if (!first) {
    return;
  }
  const from = positionIn(chosenStages, saved);
  const reader = await dialect.open(first, visit, request);
  const reading = startReading(reader, request, from?.cursor.seen ?? 0);
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
  yield* runStages(chosenStages, { dialect, reading, categories }, from);
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
