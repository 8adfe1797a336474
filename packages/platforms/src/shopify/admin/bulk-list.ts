import { z } from 'zod';
import type { ListerContext, StoreAccess } from '../../listing/store.ts';
import { findOperations, oneOperation } from './bulk-operations.ts';
import { readData } from './client.ts';
import { understood } from './understood.ts';

/** Operations of one page; a point each. */
const pageSize = 25;

/** A bulk operation as the store reports it. Counts grow while it runs; addresses are there once it has ended. */
export const Operation = z.object({
  id: z.string(),
  status: z.string(),
  objectCount: z.coerce.number(),
  /** Without what lies in another: of products and their variants, the products. */
  rootObjectCount: z.coerce.number(),
  url: z.string().nullish(),
  partialDataUrl: z.string().nullish(),
});
export type Operation = z.infer<typeof Operation>;

const Listed = Operation.extend({ query: z.string() });
export type ListedOperation = z.infer<typeof Listed>;

const Page = z.object({
  nodes: z.array(Listed),
  pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullish() }),
});

/** Statuses that an operation does not leave any more. Any other, known or not, may still be at work. */
export const ends: ReadonlySet<string> = new Set(['COMPLETED', 'FAILED', 'CANCELED', 'EXPIRED']);

/** The latest operations of this app, queries and mutations, newest first: so many pages of 25 at most. */
export async function* listOperations(
  pagesMax: number,
  store: StoreAccess,
  context: ListerContext,
): AsyncGenerator<ListedOperation> {
  let after: string | null = null;
  for (let pages = 0; pages < pagesMax; pages += 1) {
    const variables = { first: pageSize, after };
    const data = await readData(findOperations, variables, pageSize + 2, store, context);
    const page: z.infer<typeof Page> = understood(Page, data.bulkOperations);
    yield* page.nodes;
    if (!page.pageInfo.hasNextPage || !page.pageInfo.endCursor) {
      return;
    }
    after = page.pageInfo.endCursor;
  }
}

/** One operation as it is now; null for one that the store does not know (any more). A point. */
export async function operationOf(
  id: string,
  store: StoreAccess,
  context: ListerContext,
): Promise<Operation | null> {
  const data = await readData(oneOperation, { id }, 1, store, context);
  return understood(Operation.nullish(), data.bulkOperation) ?? null;
}
