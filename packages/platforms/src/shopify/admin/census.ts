import { z } from 'zod';
import type { SeenProduct } from '../../listing/product-seen.ts';
import type { ListerContext, StoreAccess } from '../../listing/store.ts';
import { censusInBulk } from './census-bulk.ts';
import { readData } from './client.ts';
import { seenCost } from './cost.ts';
import { censusQuery, storeSizeQuery } from './operations.ts';
import { StoreProduct, seenOf } from './seen.ts';
import { understood } from './understood.ts';

/** Nodes of one page: three points each, and one request may cost 1000 (`readme.md`, Rate limits). */
const pageSize = 250;

/**
 * Every product of the store with a key of ours, each once, in pages of 250 at most. A store of more than one page is read by one
 * bulk query, for some 20 points in all (`readme.md`, Bulk operations); where that does not give the whole store, by pages, for
 * three points a product. Throws with a name where neither does: a part is never given for the whole.
 */
export async function* census(store: StoreAccess, context: ListerContext): AsyncGenerator<SeenProduct[]> {
  const given = new Set<string>();
  if (await isLarge(store, context)) {
    const isWhole = yield* censusInBulk(given, store, context);
    if (isWhole) {
      return;
    }
  }
  yield* censusByPages(given, store, context);
}

/** Whether it has more than one page of products. Only the way is chosen by this; either way is whole for any store. */
async function isLarge(store: StoreAccess, context: ListerContext): Promise<boolean> {
  const data = await readData(storeSizeQuery, { limit: pageSize + 1 }, 1, store, context);
  return understood(z.object({ count: z.number() }), data.productsCount).count > pageSize;
}

/** Products not given before. Pages hold the whole store, since only a search could leave the others out. */
async function* censusByPages(
  given: ReadonlySet<string>,
  store: StoreAccess,
  context: ListerContext,
): AsyncGenerator<SeenProduct[]> {
  const Page = z.object({
    nodes: z.array(StoreProduct),
    pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullish() }),
  });
  let after: string | null = null;
  for (;;) {
    const variables = { first: pageSize, after };
    const data = await readData(censusQuery, variables, pageSize * seenCost, store, context);
    const page = understood(Page, data.products);
    const keyed = page.nodes.filter((node) => node.key && !given.has(node.id));
    yield await Promise.all(keyed.map(seenOf));
    if (!page.pageInfo.hasNextPage || !page.pageInfo.endCursor) {
      return;
    }
    after = page.pageInfo.endCursor;
  }
}
