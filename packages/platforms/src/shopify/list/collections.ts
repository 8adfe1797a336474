import { z } from 'zod';
import type { StoreCategories } from '../../listing/store/categories.ts';
import { readData } from './client.ts';
import { collectionPageQuery } from './operations.ts';
import { understood } from './understood.ts';

const perPage = 100;
/** Cost of one page, in points: each collection with its rule and its count. */
const pageCost = perPage * 3 + 2;

const Page = z.object({
  nodes: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      ruleSet: z.object({ appliedDisjunctively: z.boolean() }).nullish(),
      productsCount: z.object({ count: z.number() }).nullish(),
    }),
  ),
  pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullish() }),
});

/** A store's manual collections. They are listed by id and not searched for: a search may not know the newest yet. */
export const storeCategories: StoreCategories = {
  shape: 'list',
  creates: true,
  details: null,
  async *read(store, context) {
    let after: string | null = null;
    for (;;) {
      const variables = { first: perPage, after };
      const data = await readData(collectionPageQuery, variables, pageCost, store, context);
      const { nodes, pageInfo } = understood(Page, data.collections);
      const hasMore: boolean = pageInfo.hasNextPage && pageInfo.endCursor != null;
      yield {
        categories: nodes
          .filter(({ ruleSet }) => !ruleSet)
          .map(({ id, title, productsCount }) => ({
            id,
            name: title,
            parentId: null,
            productCount: productsCount?.count ?? null,
          })),
        hasMore: pageInfo.hasNextPage,
      };
      if (!hasMore) {
        return;
      }
      after = pageInfo.endCursor ?? null;
    }
  },
};
