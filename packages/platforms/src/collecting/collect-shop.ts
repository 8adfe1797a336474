import { AppError } from '@bowerbird/contract/errors';
import { closedWay } from '../net/failures.ts';
import type { ShopCheckpoint } from './checkpoint.ts';
import { collectEverything } from './collect-everything.ts';
import type { CollectEvent } from './collector.ts';
import type { Reading } from './reading.ts';
import type { Category } from './shop-reader.ts';
import { noLists } from './without-lists.ts';

type Events<End = void> = AsyncGenerator<CollectEvent, End>;
/** A category that could not be read. Its products may still be found by the sitemap. */
type Refused = { index: number; total: number | null };
/** How a list ended: everything was given, the shop gives no more, or it refused. */
type End = 'done' | 'capped' | AppError;

/**
 * Collects a whole shop: its feed; beyond the feed's cap, its categories; products that the shop promises and neither
 * contained, by its sitemap and product pages. A shop with a closed feed is read entirely by sitemap and pages; one
 * without a sitemap, by its page of all products.
 */
export async function* collectShop(reading: Reading, start: ShopCheckpoint | null): Events {
  if (start) {
    reading.reader.root = start.root;
  }
  await reading.reader.begin?.();
  const { promised } = reading.reader;
  if (promised !== null) {
    yield { kind: 'promised', way: 'feed', count: promised };
  }

  const end = yield* readFeed(reading, start);
  let refused: Refused[] = [];
  if (
    end === 'capped' &&
    (start === null || start.way === 'feed' || start.way === 'collections') &&
    isShort(reading)
  ) {
    refused = yield* readCategories(reading, start?.way === 'collections' ? start : null);
  }
  if (start?.way === 'pages') {
    yield* collectEverything(reading, start.page);
    return;
  }
  const gap = start?.way === 'missing' || start?.way === 'sitemap' || end instanceof AppError;
  if (gap || (promised === null ? end === 'capped' : isShort(reading))) {
    const whole = yield* readMissing(reading, start, end);
    for (const { index, total } of whole ? refused : []) {
      yield { kind: 'slice', index, state: 'done', done: 0, total };
    }
  }
}

/**
 * Reports whether the shop promises more products than were seen; without a promise the answer is yes, because it is
 * possible.
 */
function isShort(reading: Reading): boolean {
  const { promised } = reading.reader;
  return promised === null || reading.seen < promised;
}

async function* readFeed(reading: Reading, start: ShopCheckpoint | null): Events<End> {
  if (start && start.way !== 'feed') {
    return 'capped';
  }
  const { reader } = reading;
  if (!reader.pages) {
    return noLists;
  }
  yield { kind: 'way', way: 'feed', state: 'running' };
  const checkpoint = (page: number): ShopCheckpoint => ({
    way: 'feed',
    root: reader.root,
    page,
    seen: reading.seen,
  });
  let end = yield* readList(reading, null, start?.page ?? 1, checkpoint);

  // A shop with its own front end: the feed is closed there and open under the shop's permanent name.
  if (
    end instanceof AppError &&
    start === null &&
    reading.seen === 0 &&
    end.code !== 'source.robots-forbid'
  ) {
    const other = (await reader.elsewhere?.(end)) ?? null;
    if (other !== null) {
      const front = reader.root;
      reader.root = other;
      const there = yield* readList(reading, null, 1, checkpoint);
      end = there instanceof AppError ? end : there;
      reader.root = there instanceof AppError ? front : other;
    }
  }

  if (end instanceof AppError) {
    yield { kind: 'way', way: 'feed', state: 'refused', because: end.code };
  } else {
    yield { kind: 'way', way: 'feed', state: end, count: reading.seen };
  }
  return end;
}

/**
 * Reads every page of one list as batches. A refusal of the list ends it; an error that concerns the whole shop is
 * thrown.
 */
async function* readList(
  reading: Reading,
  category: Category | null,
  from: number,
  checkpoint: (nextPage: number) => ShopCheckpoint,
): Events<End> {
  const { reader } = reading;
  try {
    const pages = reader.pages?.(category, from, category ? null : reader.promised) ?? null;
    if (pages === null) {
      return noLists;
    }
    for await (const { page, answer } of pages) {
      if (answer.kind === 'capped') {
        return 'capped';
      }
      if (answer.items.length + answer.skipped.length > 0) {
        const parts = reading.takeInParts(answer, category ? [category.path] : []);
        for await (const { isLast, ...taken } of parts) {
          yield { kind: 'batch', ...taken, checkpoint: checkpoint(isLast ? page + 1 : page) };
        }
      }
    }
    return 'done';
  } catch (thrown) {
    return closedWay(thrown);
  }
}

async function* readCategories(
  reading: Reading,
  start: Extract<ShopCheckpoint, { way: 'collections' }> | null,
): Events<Refused[]> {
  const { reader } = reading;
  yield { kind: 'way', way: 'collections', state: 'running' };
  let categories: Category[];
  try {
    categories = await reader.categories();
  } catch (thrown) {
    yield { kind: 'way', way: 'collections', state: 'refused', because: closedWay(thrown).code };
    return [];
  }
  // A resumed run has already reported its slices.
  if (start === null) {
    yield { kind: 'slices', slices: categories.map(({ name, promised }) => ({ name, total: promised })) };
  }
  const refused: Refused[] = [];

  const first = Math.max(0, start ? categories.findIndex(({ key }) => key === start.key) : 0);
  for (const [index, category] of categories.entries()) {
    if (index < first || !isShort(reading)) {
      continue;
    }
    const seenBefore = reading.seen;
    const total = category.promised;
    yield { kind: 'slice', index, state: 'running', done: 0, total };
    const from = category.key === start?.key ? start.page : 1;
    const end = yield* readList(reading, category, from, (page) => ({
      way: 'collections',
      root: reader.root,
      key: category.key,
      page,
      seen: reading.seen,
    }));
    const state = end instanceof AppError ? 'failed' : 'done';
    if (state === 'failed') {
      refused.push({ index, total });
    }
    yield { kind: 'slice', index, state, done: reading.seen - seenBefore, total };
  }
  yield { kind: 'way', way: 'collections', state: 'done', count: reading.seen };
  return refused;
}

/**
 * Reads products that the sitemap names and no list contained; after a refusal of the feed that may be all of them.
 * Returns false without a sitemap.
 */
async function* readMissing(reading: Reading, start: ShopCheckpoint | null, end: End): Events<boolean> {
  const { root } = reading.reader;
  const everything =
    start?.way === 'sitemap' || (start === null && end instanceof AppError && reading.seen === 0);
  let left: string[];
  if (start?.way === 'missing') {
    left = start.left;
  } else {
    yield { kind: 'way', way: 'sitemap', state: 'running' };
    try {
      left = await reading.reader.sitemap();
    } catch (thrown) {
      const failure = closedWay(thrown);
      yield { kind: 'way', way: 'sitemap', state: 'refused', because: failure.code };
      if (everything && (yield* collectEverything(reading, 1))) {
        return true;
      }
      if (end instanceof AppError) {
        throw end.code === 'source.gone'
          ? new AppError('address.no-shop', `${root} has neither a feed nor a sitemap`, { cause: end })
          : end;
      }
      return false;
    }
    if (everything && left.length === 0 && (yield* collectEverything(reading, 1))) {
      return true;
    }
    yield { kind: 'promised', way: 'sitemap', count: left.length };
    yield { kind: 'way', way: 'sitemap', state: 'done', count: left.length };
    if (everything) {
      left = start?.way === 'sitemap' ? left.slice(left.indexOf(start.last) + 1) : left;
    } else {
      await noteKeysBefore(reading, start);
      left = left.filter((key) => !reading.keys.has(key));
    }
  }

  if (left.length === 0) {
    return true;
  }
  yield { kind: 'way', way: 'page', state: 'running' };
  for await (const { products, skipped, last, done } of reading.takeEach(left)) {
    const { seen } = reading;
    const checkpoint: ShopCheckpoint = everything
      ? { way: 'sitemap', root, last, seen }
      : { way: 'missing', root, left: left.slice(done), seen };
    yield { kind: 'batch', products, skipped, checkpoint };
  }
  yield { kind: 'way', way: 'page', state: 'done', count: left.length };
  return true;
}

/** Requests the lists once more to learn which keys were seen before the stop; a resumed run does not know them. */
async function noteKeysBefore(reading: Reading, start: ShopCheckpoint | null): Promise<void> {
  if (start?.way !== 'feed' && start?.way !== 'collections') {
    return;
  }
  await noteKeys(reading, null, start.way === 'feed' ? start.page : Number.POSITIVE_INFINITY);
  if (start.way === 'collections') {
    for (const category of await reading.reader.categories()) {
      const isLast = category.key === start.key;
      await noteKeys(reading, category, isLast ? start.page : Number.POSITIVE_INFINITY);
      if (isLast) {
        return;
      }
    }
  }
}

async function noteKeys(reading: Reading, category: Category | null, before: number): Promise<void> {
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
