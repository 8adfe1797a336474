import { AppError } from '@bowerbird/contract/errors';
import { closedWay } from '../failures.ts';
import type { CollectEvent } from '../platform.ts';
import { categoryAddress } from './address.ts';
import { type Category, listCategories } from './categories.ts';
import type { ShopCheckpoint } from './checkpoint.ts';
import { feedPages } from './feed.ts';
import { permanentRoot } from './permanent-host.ts';
import type { Reading } from './reading.ts';
import { identityOf } from './schema.ts';
import { sitemapHandles } from './sitemap.ts';

type Events<End = void> = AsyncGenerator<CollectEvent, End>;
/** A category that could not be read. What it holds may come by the sitemap. */
type Refused = { index: number; total: number | null };
/** How a list came to its end: all given, no more given, or refused. */
type End = 'done' | 'capped' | AppError;

/**
 * A whole shop: its feed; past the feed's cap its categories; what the shop promises and neither gave, by its sitemap
 * and product pages. A shop whose feed is closed is read by sitemap and pages altogether.
 */
export async function* collectShop(reading: Reading, start: ShopCheckpoint | null): Events {
  if (start) {
    reading.facts.root = start.root;
  }
  const { promised } = reading.meta;
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
  const gap = start?.way === 'missing' || start?.way === 'sitemap' || end instanceof AppError;
  if (gap || (promised === null ? end === 'capped' : isShort(reading))) {
    const whole = yield* readMissing(reading, start, end);
    for (const { index, total } of whole ? refused : []) {
      yield { kind: 'slice', index, state: 'done', done: 0, total };
    }
  }
}

/** Whether the shop promises more than was seen; without a promise nobody knows, so it may be. */
function isShort(reading: Reading): boolean {
  return reading.meta.promised === null || reading.seen < reading.meta.promised;
}

async function* readFeed(reading: Reading, start: ShopCheckpoint | null): Events<End> {
  if (start && start.way !== 'feed') {
    return 'capped';
  }
  yield { kind: 'way', way: 'feed', state: 'running' };
  let end = yield* readList(reading, reading.facts.root, start?.page ?? 1, (page) => ({
    way: 'feed',
    root: reading.facts.root,
    page,
    seen: reading.seen,
  }));

  // A shop with a front of its own: the feed is closed there and open under the shop's permanent name.
  if (
    end instanceof AppError &&
    start === null &&
    reading.seen === 0 &&
    end.code !== 'source.robots-forbid'
  ) {
    const other = await permanentRoot(reading, end);
    if (other !== null) {
      const front = reading.facts.root;
      reading.facts.root = other;
      const there = yield* readList(reading, other, 1, (page) => ({
        way: 'feed',
        root: other,
        page,
        seen: reading.seen,
      }));
      end = there instanceof AppError ? end : there;
      reading.facts.root = there instanceof AppError ? front : other;
    }
  }

  if (end instanceof AppError) {
    yield { kind: 'way', way: 'feed', state: 'refused', because: end.code };
  } else {
    yield { kind: 'way', way: 'feed', state: end, count: reading.seen };
  }
  return end;
}

/** Every page of one list as batches. A refusal of the list is its end; what concerns the whole shop is thrown. */
async function* readList(
  reading: Reading,
  list: string,
  from: number,
  checkpoint: (nextPage: number) => ShopCheckpoint,
): Events<End> {
  const expected = list === reading.facts.root ? reading.meta.promised : null;
  try {
    for await (const { page, answer } of feedPages(reading.visit, list, from, expected)) {
      if (answer.kind === 'capped') {
        return 'capped';
      }
      if (answer.items.length + answer.skipped.length > 0) {
        const taken = await reading.take(answer.items, answer.skipped);
        yield { kind: 'batch', ...taken, checkpoint: checkpoint(page + 1) };
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
  const { visit, facts } = reading;
  yield { kind: 'way', way: 'collections', state: 'running' };
  let categories: Category[];
  try {
    categories = await listCategories(visit, facts.root);
  } catch (thrown) {
    yield { kind: 'way', way: 'collections', state: 'refused', because: closedWay(thrown).code };
    return [];
  }
  // A run that goes on has told its slices before.
  if (start === null) {
    yield { kind: 'slices', slices: categories.map(({ name, promised }) => ({ name, total: promised })) };
  }
  const refused: Refused[] = [];

  const first = Math.max(0, start ? categories.findIndex(({ handle }) => handle === start.handle) : 0);
  for (const [index, category] of categories.entries()) {
    if (index < first || !isShort(reading)) {
      continue;
    }
    const seenBefore = reading.seen;
    const total = category.promised;
    yield { kind: 'slice', index, state: 'running', done: 0, total };
    const from = category.handle === start?.handle ? start.page : 1;
    const end = yield* readList(reading, categoryAddress(facts.root, category.handle), from, (page) => ({
      way: 'collections',
      root: facts.root,
      handle: category.handle,
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

/** What the sitemap names and no list gave; after a refusal of the feed that may be everything. False without a sitemap. */
async function* readMissing(reading: Reading, start: ShopCheckpoint | null, end: End): Events<boolean> {
  const { root } = reading.facts;
  const everything =
    start?.way === 'sitemap' || (start === null && end instanceof AppError && reading.seen === 0);
  let left: string[];
  if (start?.way === 'missing') {
    left = start.left;
  } else {
    yield { kind: 'way', way: 'sitemap', state: 'running' };
    try {
      left = await sitemapHandles(reading.visit, root);
    } catch (thrown) {
      const failure = closedWay(thrown);
      yield { kind: 'way', way: 'sitemap', state: 'refused', because: failure.code };
      if (end instanceof AppError) {
        throw end.code === 'source.gone'
          ? new AppError('address.no-shop', `${root} has neither a feed nor a sitemap`, { cause: end })
          : end;
      }
      return false;
    }
    yield { kind: 'promised', way: 'sitemap', count: left.length };
    yield { kind: 'way', way: 'sitemap', state: 'done', count: left.length };
    if (everything) {
      left = start?.way === 'sitemap' ? left.slice(left.indexOf(start.last) + 1) : left;
    } else {
      await noteHandlesBefore(reading, start);
      left = left.filter((handle) => !reading.handles.has(handle));
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

/** A run that goes on does not know which handles it saw before the stop: the lists are asked once more, for them only. */
async function noteHandlesBefore(reading: Reading, start: ShopCheckpoint | null): Promise<void> {
  if (start?.way !== 'feed' && start?.way !== 'collections') {
    return;
  }
  await noteHandles(
    reading,
    reading.facts.root,
    start.way === 'feed' ? start.page : Number.POSITIVE_INFINITY,
  );
  if (start.way === 'collections') {
    for (const { handle } of await listCategories(reading.visit, reading.facts.root)) {
      const list = categoryAddress(reading.facts.root, handle);
      await noteHandles(reading, list, handle === start.handle ? start.page : Number.POSITIVE_INFINITY);
      if (handle === start.handle) {
        return;
      }
    }
  }
}

async function noteHandles(reading: Reading, list: string, before: number): Promise<void> {
  if (before <= 1) {
    return;
  }
  try {
    for await (const { page, answer } of feedPages(reading.visit, list, 1, null)) {
      for (const item of answer.kind === 'products' ? answer.items : []) {
        reading.handles.add(identityOf(item).handle ?? '');
      }
      if (page + 1 >= before) {
        return;
      }
    }
  } catch (thrown) {
    closedWay(thrown);
  }
}
