import type { Product } from '@bowerbird/catalog/product';
import { AppError } from '@bowerbird/contract/errors';
import { z } from 'zod';
import type { ListerContext, StoreAccess } from '../../listing/store.ts';
import { type Answer, ask, readData } from './client.ts';
import { seenCost } from './cost.ts';
import { seenProduct } from './operations.ts';
import { UserErrors } from './write-fate.ts';

/** Products of more variants go as operations: waited for, `productSet` would outlast its request (`shopify/readme.md`). */
const variantsMax = 100;
/** Milliseconds between two questions how far an operation is: at first, and at most. */
const firstPollMs = 500;
const pollMsMax = 5000;
/** An operation that has not ended after so many milliseconds is left, and its write is a doubt. */
const patienceMs = 300_000;
const readCost = 2 + seenCost;

const start = `productSet(input: $input, identifier: $identifier, synchronous: false) {
    productSetOperation { id status }
    userErrors { code field message }
  }`;

export const productSetStart = /* GraphQL */ `mutation BowerbirdProductSet($input: ProductSetInput!, $identifier: ProductSetIdentifiers!) {
  ${start}
}`;

/** The whole product, and collections it is put into beside those that the merchant chose. */
export const productSetStartJoining = /* GraphQL */ `mutation BowerbirdProductSet($input: ProductSetInput!, $identifier: ProductSetIdentifiers!, $joins: ProductUpdateInput!) {
  joined: productUpdate(product: $joins) { userErrors { field message } }
  ${start}
}`;

export const setOperationQuery = /* GraphQL */ `query BowerbirdSetOperation($id: ID!) {
  productOperation(id: $id) {
    status
    product { ...SeenProduct }
    ... on ProductSetOperation { userErrors { code field message } }
  }
}
${seenProduct}`;

const Started = z.object({
  productSetOperation: z.object({ id: z.string() }).nullish(),
  userErrors: UserErrors,
});
const Operation = z.object({ status: z.string(), product: z.unknown(), userErrors: UserErrors.optional() });

/** Whether a product is too large to be written while the request waits. */
export function isLarge({ variants }: Pick<Product, 'variants'>): boolean {
  return variants.length > variantsMax;
}

/**
 * Has `productSet` run as an operation, by one request that writes, and asks after it until it has ended. Answers as `productSet`
 * does that is waited for: `data.productSet` holds the product or what was wrong. That the operation began is no word of its end:
 * where that cannot be heard, the answer is unclear. Throws only for our own stop, and for the gate.
 */
export async function askByOperation(
  document: string,
  variables: Record<string, unknown>,
  estimate: number,
  store: StoreAccess,
  context: ListerContext,
): Promise<Answer> {
  const begun = await ask(document, variables, estimate, store, context, { gated: true });
  const started = begun.kind === 'data' ? Started.safeParse(begun.data.productSet) : null;
  if (begun.kind !== 'data' || !started?.success) {
    return begun;
  }
  const { productSetOperation: operation, userErrors } = started.data;
  if (!operation || userErrors.length > 0) {
    return begun;
  }
  try {
    const productSet = await endOf(operation.id, store, context);
    return productSet
      ? { kind: 'data', data: { ...begun.data, productSet } }
      : unheard(new AppError('store.unwell', 'an operation that does not end'));
  } catch (thrown) {
    context.signal.throwIfAborted();
    return unheard(AppError.from(thrown));
  }
}

/** What the operation came to; null for one that is not known, or goes on for longer than is waited. */
async function endOf(
  id: string,
  store: StoreAccess,
  context: ListerContext,
): Promise<{ product: unknown; userErrors: z.infer<typeof UserErrors> } | null> {
  let waited = 0;
  for (let ms = firstPollMs; waited < patienceMs; ms = Math.min(pollMsMax, ms * 1.5)) {
    await context.sleep(ms, context.signal);
    waited += ms;
    const data = await readData(setOperationQuery, { id }, readCost, store, context);
    const operation = Operation.safeParse(data.productOperation);
    if (!operation.success) {
      return null;
    }
    const { status, product, userErrors = [] } = operation.data;
    if (status === 'COMPLETE') {
      return { product, userErrors };
    }
  }
  return null;
}

function unheard(failure: AppError): Answer {
  return { kind: 'unclear', because: `the operation's end was not heard: ${failure.message}`, failure };
}
