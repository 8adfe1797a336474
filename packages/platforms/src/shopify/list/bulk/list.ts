import { z } from 'zod';
import type { ListerContext, StoreAccess } from '../../../listing/store/access.ts';
import { readData } from '../client.ts';
import { understood } from '../understood.ts';
import { findOperations, oneOperation } from './operations.ts';

/** Operations of one page; each costs a point. */
const pageSize = 25;

/** A bulk operation as the store reports it. Counts grow while it runs; addresses appear once it has ended. */
export const Operation = z.object({
  id: z.string(),
  status: z.string(),
  objectCount: z.coerce.number(),
  /** Count without nested objects: of products and their variants, only the products. */
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

/** Final statuses of an operation. With any other, known or not, it may still be running. */
export const ends: ReadonlySet<string> = new Set(['COMPLETED', 'FAILED', 'CANCELED', 'EXPIRED']);

/** Yields the latest operations of this app, queries and mutations, newest first; at most this many pages of 25. */
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

/** Returns the present state of one operation; null for one that the store does not know (any more). Costs a point. */
export async function operationOf(
  id: string,
  store: StoreAccess,
  context: ListerContext,
): Promise<Operation | null> {
  const data = await readData(oneOperation, { id }, 1, store, context);
  return understood(Operation.nullish(), data.bulkOperation) ?? null;
}
