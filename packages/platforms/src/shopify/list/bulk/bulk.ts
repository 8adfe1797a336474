import { z } from 'zod';
import type { Bulk, BulkKind, BulkOperation, BulkStart } from '../../../listing/bulk.ts';
import type { ListerContext, StoreAccess } from '../../../listing/store/access.ts';
import { type Answer, call } from '../client.ts';
import { productSet, publishProduct } from '../operations.ts';
import { upload } from './file.ts';
import { ends, listOperations, Operation, operationOf } from './list.ts';
import { runMutation } from './operations.ts';
import { results } from './results.ts';

const ourName = 'Bowerbird_';
const startCost = 10;
/** Pages of operations that are searched for one, newest first. */
const pagesMax = 10;

const Started = z.object({
  bulkOperation: Operation.nullish(),
  userErrors: z.array(z.object({ code: z.string().nullish(), message: z.string() })),
});

/** Rejections of a start after which the operation has definitely not started (`readme.md`, Bulk operations). */
const neverBegun: ReadonlySet<string> = new Set([
  'OPERATION_IN_PROGRESS',
  'LIMIT_REACHED',
  'NO_SUCH_FILE',
  'INVALID_STAGED_UPLOAD_FILE',
  'INVALID_MUTATION',
  'INTERNAL_FILE_SERVER_ERROR',
]);

/**
 * Shopify's bulk mutations (`readme.md`, Bulk operations). The reason for the minimum is in
 * docs/decisions/0011-bulk-operations.md.
 */
export const bulk: Bulk = {
  minimum: 150,
  linesMax: 1000,
  // A shop allows five; two are left to other apps.
  atOnce: 3,
  cost: startCost,
  pollMs: 2000,
  // Measured on the simulated store, two lines for each product that is created and published; no store reports its own
  // rate.
  linesPerSecond: 15,
  upload,
  start,
  find,
  poll,
  underWay,
  results,
};

async function start(
  kind: BulkKind,
  file: string,
  requestId: string,
  store: StoreAccess,
  context: ListerContext,
): Promise<BulkStart> {
  const variables = {
    mutation: documentOf(kind, requestId),
    stagedUploadPath: file,
    clientIdentifier: nameOf(requestId),
  };
  return startOf(await call(runMutation, variables, startCost, store, context, { gated: true }));
}

function startOf(answer: Answer): BulkStart {
  switch (answer.kind) {
    case 'throttled':
      return { outcome: answer.isSure ? 'never' : 'unknown', because: 'throttled' };
    case 'turned-away':
      return { outcome: 'never', because: answer.failure.message };
    case 'unclear':
      return { outcome: 'unknown', because: answer.because };
  }
  const payload = Started.safeParse(answer.data.bulkOperationRunMutation);
  if (!payload.success) {
    return { outcome: 'unknown', because: 'an answer in another shape' };
  }
  const { bulkOperation, userErrors } = payload.data;
  if (bulkOperation) {
    return { outcome: 'applied', operation: statedOf(bulkOperation) };
  }
  const because = userErrors.map(({ code, message }) => `${code ?? 'no code'}: ${message}`).join('; ');
  const never = userErrors.length > 0 && userErrors.every(({ code }) => neverBegun.has(code ?? ''));
  return { outcome: never ? 'never' : 'unknown', because };
}

async function find(
  requestId: string,
  store: StoreAccess,
  context: ListerContext,
): Promise<BulkOperation | null> {
  const name = nameOf(requestId);
  for await (const operation of listOperations(pagesMax, store, context)) {
    if (namedIn(operation) === name) {
      return statedOf(operation);
    }
  }
  return null;
}

async function underWay(store: StoreAccess, context: ListerContext): Promise<string[]> {
  const found: string[] = [];
  for await (const operation of listOperations(pagesMax, store, context)) {
    const hex = namedIn(operation)?.slice(ourName.length);
    if (hex && !ends.has(operation.status)) {
      found.push(hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'));
    }
  }
  return found;
}

async function poll(id: string, store: StoreAccess, context: ListerContext): Promise<BulkOperation | null> {
  const operation = await operationOf(id, store, context);
  return operation ? statedOf(operation) : null;
}

function statedOf({ id, status, objectCount, url, partialDataUrl }: Operation): BulkOperation {
  return { id, ended: ends.has(status), done: objectCount, resultsAt: url ?? partialDataUrl ?? null };
}

/**
 * Returns the mutation of every line, under a name that contains the request id: the store returns the name even when
 * its first answer was lost.
 */
function documentOf(kind: BulkKind, requestId: string): string {
  const document = kind === 'publish' ? publishProduct : productSet;
  return document.replace(/^mutation \w+/, `mutation ${nameOf(requestId)}`);
}

function nameOf(requestId: string): string {
  return ourName + requestId.replaceAll('-', '');
}

/** Returns the name under which one of our operations was started. */
function namedIn({ query }: { query: string }): string | null {
  return /\bBowerbird_[0-9a-f]{32}\b/.exec(query)?.[0] ?? null;
}
