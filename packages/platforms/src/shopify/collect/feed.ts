import { AppError } from '@bowerbird/contract/errors';
import type { Skipped } from '../../collecting/collector.ts';
import type { ListPage } from '../../collecting/shop-reader.ts';
import type { Visit } from '../../net/http.ts';
import { readAhead } from '../../net/read-ahead.ts';
import { isObject, itemsOf } from '../../reading/unread.ts';
import { identityOf } from './schema.ts';

/** Largest page that the shop returns; a larger limit is silently reduced to this. */
export const pageSize = 250;
/** The shop rejects requests where `page * limit` exceeds this. */
const cap = 25_000;
/** Largest number of pages: a shop that continues so far beyond its cap never ends. */
const pagesMax = (4 * cap) / pageSize;

/**
 * Yields pages of `{list}/products.json`, in order, the last one empty or capped. Only an empty page is the end, never
 * a short one: pages are filtered after they are cut, so a short one may occur in the middle. A shop that returns the
 * same page again, whatever page is requested, has returned all it has. `expected` (the shop's own count) only prevents
 * prefetching beyond the end.
 */
export async function* feedPages(
  visit: Visit,
  list: string,
  from: number,
  expected: number | null,
): AsyncGenerator<{ page: number; answer: ListPage }> {
  let shortAt: number | null = null;
  const lastExpected = expected === null ? null : Math.ceil(expected / pageSize);

  const pages = readAhead<ListPage>({
    from,
    read: (page) => readFeedPage(visit, list, page),
    width: () =>
      lastExpected === null ? Math.min(2, visit.width(new URL(list))) : visit.width(new URL(list)),
    worth: (page) =>
      page * pageSize <= cap &&
      (lastExpected === null || page <= lastExpected + 1) &&
      (shortAt === null || page <= shortAt + 1),
    isLast: (answer, page) => {
      if (answer.kind === 'items' && answer.items.length + answer.skipped.length < pageSize) {
        shortAt ??= page;
      }
      return answer.kind === 'capped' || answer.items.length + answer.skipped.length === 0;
    },
  });
  let before: string | null = null;
  for await (const { place, answer } of pages) {
    const items = answer.kind === 'items' ? answer.items : [];
    const now = items.map((item) => identityOf(item).id).join();
    if ((items.length > 0 && now === before) || place > pagesMax) {
      yield { page: place, answer: items.length < pageSize ? noMore : { kind: 'capped' } };
      return;
    }
    before = now;
    yield { page: place, answer };
  }
}

const noMore: ListPage = { kind: 'items', items: [], skipped: [] };

/**
 * Reads one page. Throws what the request throws, and `source.page-not-understood` for JSON that is no list of
 * products.
 */
export async function readFeedPage(
  visit: Visit,
  list: string,
  page: number,
  limit = pageSize,
): Promise<ListPage> {
  try {
    return await requestFeed(visit, list, page, limit);
  } catch (thrown) {
    if (thrown instanceof AppError && thrown.code === 'source.answer-too-large') {
      return await inParts(visit, list, page, thrown);
    }
    throw thrown;
  }
}

async function requestFeed(visit: Visit, list: string, page: number, limit: number): Promise<ListPage> {
  const body = await visit.getJson(feedAddress(list, page, limit), { alsoStatus: [400] });
  if (isObject(body) && Array.isArray(body.products)) {
    return { kind: 'items', items: body.products, skipped: [] };
  }
  // {"errors":"Page * Limit exceeds the 25000 limit."} comes with status 400, and with 200 as well.
  if (isObject(body) && /exceeds/i.test(String(body.errors))) {
    return { kind: 'capped' };
  }
  throw new AppError('source.page-not-understood', `${list}/products.json holds no products`, {
    params: { address: `${list}/products.json` },
  });
}

/**
 * Reads a page that is too large for memory in smaller and smaller parts, until the one product that makes it too large
 * is alone; that product is skipped with a named error. A shop whose every answer is too large is given up after the
 * second.
 */
async function inParts(visit: Visit, list: string, page: number, because: AppError): Promise<ListPage> {
  const items: unknown[] = [];
  const skipped: Skipped[] = [];

  async function read(at: number, limit: number): Promise<void> {
    let failure: AppError;
    try {
      const part = await requestFeed(visit, list, at, limit);
      items.push(...(part.kind === 'items' ? part.items : []));
      return;
    } catch (thrown) {
      if (!(thrown instanceof AppError) || thrown.code !== 'source.answer-too-large') {
        throw thrown;
      }
      failure = thrown;
    }
    const smaller = [50, 10, 2, 1].find((size) => size < limit);
    if (smaller === undefined) {
      skipped.push({ address: feedAddress(list, at, limit).href, failure });
      if (skipped.length > 1) {
        throw because;
      }
      return;
    }
    await eachPart(at, limit, smaller);
  }

  async function eachPart(at: number, limit: number, smaller: number): Promise<void> {
    const parts = limit / smaller;
    for (let part = 1; part <= parts; part += 1) {
      await read((at - 1) * parts + part, smaller);
    }
  }

  await eachPart(page, pageSize, 50);
  return { kind: 'items', items: itemsOf(items), skipped };
}

export function feedAddress(list: string, page: number, limit = pageSize): URL {
  return new URL(`${list}/products.json?limit=${limit}&page=${page}`);
}
