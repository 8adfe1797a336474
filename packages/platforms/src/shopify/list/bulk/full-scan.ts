import { AppError } from '@bowerbird/contract/errors';
import { z } from 'zod';
import type { SeenProduct } from '../../../listing/product-seen.ts';
import type { ListerContext, StoreAccess } from '../../../listing/store/access.ts';
import { jsonOf } from '../../../listing/store/client.ts';
import { type Answer, call } from '../client.ts';
import { fullScanBulkQuery } from '../operations.ts';
import { StoreProduct, seenOf } from '../seen.ts';
import { bulk } from './bulk.ts';
import { ends, listOperations, Operation, operationOf } from './list.ts';
import { runQuery } from './operations.ts';
import { linesOf } from './result-lines.ts';

const pageSize = 250;
/** Cost of a start, in points: a mutation 10, and the operation and its errors 1 each (`readme.md`, Rate limits). */
const startCost = 12;
/** Starts without a clear answer before the bulk query is given up. */
const unclearMax = 3;
/** Waits between two polls, in milliseconds: they double from the first to the last of these. */
const waitMs = { first: bulk.pollMs / 4, last: bulk.pollMs * 5 };
/** How long to wait for a free slot while other operations use all of them, in milliseconds. */
const placeMs = 60_000;
/** How long to wait for an operation that makes no progress, and for an operation altogether. */
const standstillMs = 3 * 60_000;
const operationMs = 30 * 60_000;

/**
 * Reads the whole store by one bulk query. Yields each product with a key of ours that is not in `given`, and adds it
 * there; memory grows only with these ids. Returns whether that was every product of the store: false for an operation
 * that was rejected, failed or makes no progress, and for results that are fewer than the store counted, whatever was
 * yielded of them. Throws what `readData` throws: for a store that could not be read in any other way either. It writes
 * nothing, so an operation left behind does no harm.
 */
export async function* fullScanInBulk(
  given: Set<string>,
  store: StoreAccess,
  context: ListerContext,
): AsyncGenerator<SeenProduct[], boolean> {
  // Differs from the names of a run's operations: nothing waits for this one.
  const name = `BowerbirdFullScan_${crypto.randomUUID().replaceAll('-', '')}`;
  const begun = await start(name, store, context);
  const ended = begun && (await endOf(begun, store, context));
  if (ended?.status !== 'COMPLETED' || !ended.url) {
    return false;
  }
  return yield* read(ended.url, ended.rootObjectCount, given, store, context);
}

/**
 * Starts the operation and returns it; null where it does not start. After a lost answer the operation is looked up by
 * its name.
 */
async function start(name: string, store: StoreAccess, context: ListerContext): Promise<Operation | null> {
  const variables = { query: fullScanBulkQuery(name) };
  let unclear = 0;
  let waited = 0;
  for (let ms = waitMs.first; ; ms = Math.min(ms * 2, waitMs.last)) {
    await context.pace(startCost);
    const answer = await call(runQuery, variables, startCost, store, context, { gated: false });
    const begun = beginningOf(answer);
    unclear += begun.kind === 'unclear' ? 1 : 0;
    const operation =
      begun.kind === 'begun' ? begun.operation : unclear > 0 ? await find(name, store, context) : null;
    if (operation || begun.kind === 'refused' || unclear >= unclearMax || waited >= placeMs) {
      return operation;
    }
    await context.sleep(ms, context.signal);
    waited += ms;
  }
}

type Beginning =
  | { kind: 'begun'; operation: Operation }
  /** Not now: too many points were used, or other operations use all slots. */
  | { kind: 'busy' }
  | { kind: 'refused' }
  | { kind: 'unclear' };

const Started = z.object({
  bulkOperation: Operation.nullish(),
  userErrors: z.array(z.object({ code: z.string().nullish(), message: z.string() })),
});
const noPlace: ReadonlySet<string> = new Set(['OPERATION_IN_PROGRESS', 'LIMIT_REACHED']);

function beginningOf(answer: Answer): Beginning {
  switch (answer.kind) {
    case 'throttled':
      return { kind: 'busy' };
    case 'turned-away':
      return { kind: 'refused' };
    case 'unclear':
      return { kind: 'unclear' };
  }
  const payload = Started.safeParse(answer.data.bulkOperationRunQuery);
  if (!payload.success) {
    return { kind: 'unclear' };
  }
  const { bulkOperation, userErrors } = payload.data;
  if (bulkOperation) {
    return { kind: 'begun', operation: bulkOperation };
  }
  return userErrors.some(({ code }) => noPlace.has(code ?? '')) ? { kind: 'busy' } : { kind: 'refused' };
}

/** Returns the operation of this name. It is among the newest, so one page is enough. */
async function find(name: string, store: StoreAccess, context: ListerContext): Promise<Operation | null> {
  for await (const operation of listOperations(1, store, context)) {
    if (operation.query.includes(name)) {
      return operation;
    }
  }
  return null;
}

/** Returns the ended operation; null for one that the store does not know any more, or that takes too long. */
async function endOf(
  begun: Operation,
  store: StoreAccess,
  context: ListerContext,
): Promise<Operation | null> {
  let operation: Operation | null = begun;
  let waited = 0;
  let stoodStill = 0;
  for (let ms = waitMs.first; operation && !ends.has(operation.status); ms = Math.min(ms * 2, waitMs.last)) {
    if (waited >= operationMs || stoodStill >= standstillMs) {
      return null;
    }
    await context.sleep(ms, context.signal);
    const before: number = operation.objectCount;
    operation = await operationOf(begun.id, store, context);
    waited += ms;
    stoodStill = operation && operation.objectCount > before ? 0 : stoodStill + ms;
  }
  return operation;
}

/**
 * Yields the products of a result file, one a line; returns whether the expected number of lines was there, and each
 * was a product.
 */
async function* read(
  url: string,
  count: number,
  given: Set<string>,
  store: StoreAccess,
  context: ListerContext,
): AsyncGenerator<SeenProduct[], boolean> {
  let understood = 0;
  let page: SeenProduct[] = [];
  try {
    for await (const line of linesOf(url, store, context)) {
      const product = StoreProduct.safeParse(jsonOf(line));
      understood += product.success ? 1 : 0;
      if (product.data?.key && !given.has(product.data.id)) {
        given.add(product.data.id);
        page.push(await seenOf(product.data));
      }
      if (page.length >= pageSize) {
        yield page;
        page = [];
      }
    }
  } catch (thrown) {
    context.signal.throwIfAborted();
    if (!(thrown instanceof AppError)) {
      throw thrown;
    }
  }
  if (page.length > 0) {
    yield page;
  }
  return understood === count;
}
