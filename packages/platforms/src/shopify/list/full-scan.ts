import { z } from 'zod';
import type { SeenProduct } from '../../listing/product-seen.ts';
import type { ListerContext, StoreAccess } from '../../listing/store/access.ts';
import { fullScanInBulk } from './bulk/full-scan.ts';
import { readData } from './client.ts';
import { seenCost } from './cost.ts';
import { fullScanQuery, storeSizeQuery } from './operations.ts';
import { StoreProduct, seenOf } from './seen.ts';
import { understood } from './understood.ts';

/** Products of one page: three points each, and one request may cost 1000 (`readme.md`, Rate limits). */
const pageSize = 250;

/**
 * Yields every product of the store with a key of ours, each once, in pages of at most 250. A store of more than one
 * page is read by one bulk query, for some 20 points in all (`readme.md`, Bulk operations); where that does not return
 * the whole store, it is read by pages, for three points a product. Throws a named error where neither works: a part is
 * never returned as the whole.
 */
export async function* fullScan(store: StoreAccess, context: ListerContext): AsyncGenerator<SeenProduct[]> {
  const given = new Set<string>();
  if (await isLarge(store, context)) {
    const isWhole = yield* fullScanInBulk(given, store, context);
    if (isWhole) {
      return;
    }
  }
  yield* fullScanByPages(given, store, context);
}

/**
 * Reports whether the store has more than one page of products. This only chooses the method; either one is complete
 * for any store.
 */
async function isLarge(store: StoreAccess, context: ListerContext): Promise<boolean> {
  const data = await readData(storeSizeQuery, { limit: pageSize + 1 }, 1, store, context);
  return understood(z.object({ count: z.number() }), data.productsCount).count > pageSize;
}

/** Yields products not yielded before. Pages cover the whole store, since only a search could leave products out. */
async function* fullScanByPages(
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
    const data = await readData(fullScanQuery, variables, pageSize * seenCost, store, context);
    const page = understood(Page, data.products);
    const keyed = page.nodes.filter((node) => node.key && !given.has(node.id));
    yield await Promise.all(keyed.map(seenOf));
    if (!page.pageInfo.hasNextPage || !page.pageInfo.endCursor) {
      return;
    }
    after = page.pageInfo.endCursor;
  }
}
