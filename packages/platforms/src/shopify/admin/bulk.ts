import { z } from 'zod';
import type { Bulk, BulkKind, BulkOperation, BulkStart } from '../../listing/bulk.ts';
import type { ListerContext, StoreAccess } from '../../listing/store.ts';
import { upload } from './bulk-file.ts';
import { ends, listOperations, Operation, operationOf } from './bulk-list.ts';
import { runMutation } from './bulk-operations.ts';
import { results } from './bulk-results.ts';
import { type Answer, ask } from './client.ts';
import { productSet, publishProduct } from './operations.ts';

const ourName = 'Bowerbird_';
const startCost = 10;
/** Pages of operations that are looked through for one, newest first. */
const pagesMax = 10;

const Started = z.object({
  bulkOperation: Operation.nullish(),
  userErrors: z.array(z.object({ code: z.string().nullish(), message: z.string() })),
});

/** Refusals of a start after which surely nothing was begun (`readme.md`, Bulk operations). */
const neverBegun: ReadonlySet<string> = new Set([
  'OPERATION_IN_PROGRESS',
  'LIMIT_REACHED',
  'NO_SUCH_FILE',
  'INVALID_STAGED_UPLOAD_FILE',
  'INVALID_MUTATION',
  'INTERNAL_FILE_SERVER_ERROR',
]);

/** Shopify's bulk mutations (`readme.md`, Bulk operations); why from so many on, stands in docs/decisions/0011-bulk-operations.md. */
export const bulk: Bulk = {
  minimum: 150,
  linesMax: 1000,
  // Five a shop: two are left to other apps.
  atOnce: 3,
  cost: startCost,
  pollMs: 2000,
  // As measured on the played store, two for each product that is made and shown; no store tells its own.
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
  return startOf(await ask(runMutation, variables, startCost, store, context, { gated: true }));
}

function startOf(answer: Answer): BulkStart {
  switch (answer.kind) {
    case 'throttled':
      return { fate: answer.isSure ? 'never' : 'doubt', because: 'throttled' };
    case 'turned-away':
      return { fate: 'never', because: answer.failure.message };
    case 'unclear':
      return { fate: 'doubt', because: answer.because };
  }
  const payload = Started.safeParse(answer.data.bulkOperationRunMutation);
  if (!payload.success) {
    return { fate: 'doubt', because: 'an answer in another shape' };
  }
  const { bulkOperation, userErrors } = payload.data;
  if (bulkOperation) {
    return { fate: 'applied', operation: toldOf(bulkOperation) };
  }
  const because = userErrors.map(({ code, message }) => `${code ?? 'no code'}: ${message}`).join('; ');
  const never = userErrors.length > 0 && userErrors.every(({ code }) => neverBegun.has(code ?? ''));
  return { fate: never ? 'never' : 'doubt', because };
}

async function find(
  requestId: string,
  store: StoreAccess,
  context: ListerContext,
): Promise<BulkOperation | null> {
  const name = nameOf(requestId);
  for await (const operation of listOperations(pagesMax, store, context)) {
    if (namedIn(operation) === name) {
      return toldOf(operation);
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
  return operation ? toldOf(operation) : null;
}

function toldOf({ id, status, objectCount, url, partialDataUrl }: Operation): BulkOperation {
  return { id, ended: ends.has(status), done: objectCount, resultsAt: url ?? partialDataUrl ?? null };
}

/** The mutation of every line, under a name that tells the request: the store gives it back, lost answer or not. */
function documentOf(kind: BulkKind, requestId: string): string {
  const document = kind === 'publish' ? publishProduct : productSet;
  return document.replace(/^mutation \w+/, `mutation ${nameOf(requestId)}`);
}

function nameOf(requestId: string): string {
  return ourName + requestId.replaceAll('-', '');
}

/** The name under which one of ours was started. */
function namedIn({ query }: { query: string }): string | null {
  return /\bBowerbird_[0-9a-f]{32}\b/.exec(query)?.[0] ?? null;
}
