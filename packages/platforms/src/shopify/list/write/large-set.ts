import type { Product } from '@bowerbird/catalog/product';
import { AppError } from '@bowerbird/contract/errors';
import { z } from 'zod';
import type { ListerContext, StoreAccess } from '../../../listing/store/access.ts';
import { type Answer, call, readData } from '../client.ts';
import { seenCost } from '../cost.ts';
import { seenProduct } from '../operations.ts';
import { UserErrors } from './outcome.ts';

/**
 * Products with more variants are written by operations: a synchronous `productSet` would outlast its request
 * (`shopify/readme.md`).
 */
const variantsMax = 100;
/** Milliseconds between two polls of an operation: at first, and at most. */
const firstPollMs = 500;
const pollMsMax = 5000;
/** Milliseconds after which an operation that has not ended is abandoned; its write has an unknown outcome. */
const patienceMs = 300_000;
const readCost = 2 + seenCost;

const start = `productSet(input: $input, identifier: $identifier, synchronous: false) {
    productSetOperation { id status }
    userErrors { code field message }
  }`;

export const productSetStart = /* GraphQL */ `mutation BowerbirdProductSet($input: ProductSetInput!, $identifier: ProductSetIdentifiers!) {
  ${start}
}`;

/** Mutation that writes the whole product, and adds it to collections in addition to those that the merchant chose. */
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

/** Reports whether a product is too large to be written while the request waits. */
export function isLarge({ variants }: Pick<Product, 'variants'>): boolean {
  return variants.length > variantsMax;
}

/**
 * Runs `productSet` as an operation, by one writing request, and polls it until it has ended. Returns what a
 * synchronous `productSet` returns: `data.productSet` holds the product or the errors. That the operation started does
 * not tell how it ended: where that cannot be read, the answer is unclear. Throws only when we stop, and for the gate.
 */
export async function requestByOperation(
  document: string,
  variables: Record<string, unknown>,
  estimate: number,
  store: StoreAccess,
  context: ListerContext,
): Promise<Answer> {
  const begun = await call(document, variables, estimate, store, context, { gated: true });
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
      : unconfirmed(new AppError('store.unwell', 'an operation that does not end'));
  } catch (thrown) {
    context.signal.throwIfAborted();
    return unconfirmed(AppError.from(thrown));
  }
}

/** Returns the result of the operation; null for one that is unknown to the store, or that runs longer than we wait. */
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

function unconfirmed(failure: AppError): Answer {
  return { kind: 'unclear', because: `the operation's end was not heard: ${failure.message}`, failure };
}
