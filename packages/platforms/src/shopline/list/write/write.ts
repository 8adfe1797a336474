import { AppError } from '@bowerbird/contract/errors';
import type { ListerContext, StoreAccess } from '../../../listing/store/access.ts';
import {
  isToBeSeen,
  type Outcome,
  type StoreFault,
  type ToCreate,
  type ToUpdate,
} from '../../../listing/writes.ts';
import { isObject, textOf, type UnreadObject } from '../../../reading/unread.ts';
import { type ApiRequest, call } from '../connection/client.ts';
import { textMax } from '../limits.ts';
import { holdersOf } from '../look.ts';
import { spuOf } from '../mark.ts';
import { faultsIn, isHeld, isMissingScope, wordsIn } from '../said.ts';
import { decoded, seenOf } from '../seen.ts';
import { productFields } from './content.ts';

/**
 * Refusals that prove, in the API's own format, that a write was not executed; every other answer is an unknown outcome
 * (`readme.md`, Errors).
 */
const sureRefusals = new Set([400, 406, 412, 422]);

/**
 * Creates a draft, whatever visibility is wanted: shoppers do not see it until it is published by id. In a store proven
 * to refuse a second handle, the draft has its own handle from the start, which no later copy of this request can take;
 * in any other store it has our key as handle, by which it is found.
 */
export async function create(item: ToCreate, store: StoreAccess, context: ListerContext): Promise<Outcome> {
  const spu = await spuOf(item.key, item.attemptId, item.product);
  const own = store.prepared.handles === 'refused';
  const product = {
    ...productFields(item.product, { spu, withImages: true, held: null }),
    handle: own ? handleOf(item) : item.key,
    status: 'draft',
  };
  return await send(
    { method: 'POST', path: 'products/products.json', json: { product } },
    'create',
    store,
    context,
  );
}

/**
 * Gives a product its own handle, and publishes it when that is wanted. When the store is not known to keep handles
 * unique, no other product may have that handle.
 */
export async function publish(item: ToUpdate, store: StoreAccess, context: ListerContext): Promise<Outcome> {
  const handle = handleOf(item);
  const { handles } = store.prepared;
  if (handles !== 'refused' && handles !== 'suffixed') {
    const before = await readFirst(context, (unpaced) => holdersOf(handle, store, unpaced));
    if ('outcome' in before) {
      return before;
    }
    const holder = before.found.find(
      (each) => each.handle === handle && each.storeProductId !== item.storeProductId,
    );
    if (holder) {
      const fault = handleTaken(handle, holder.storeProductId);
      return { outcome: 'refused', faults: [fault], answer: fault.said };
    }
  }
  return await send(
    toProduct(item, { product: { handle, status: isToBeSeen(item.options) ? 'active' : 'draft' } }),
    'by-id',
    store,
    context,
    (answered) => {
      const got = textOf(answered.handle) ?? '';
      return decoded(got) === handle ? [] : [handleTaken(handle, got)];
    },
  );
}

/** Deletes permanently: the platform documents no trash. */
export async function remove(id: string, store: StoreAccess, context: ListerContext): Promise<Outcome> {
  const answer = await call(
    { method: 'DELETE', path: `products/${encodeURIComponent(id)}.json` },
    store,
    context,
    { gated: true },
  );
  if (answer.kind === 'said' && answer.status < 300) {
    return { outcome: 'applied', storeProductId: id, version: '', hash: '', address: null, notes: [] };
  }
  return answer.kind === 'said' ? refused(answer.status, answer.body, 'by-id') : unanswered(answer);
}

/**
 * Sends a read before a write, whose cost the write includes (`costOf`), so that nothing waits between the intent and
 * the gate. When the read fails, nothing was sent; a write by id may then be checked again at once.
 */
export async function readFirst<Found>(
  context: ListerContext,
  work: (unpaced: ListerContext) => Promise<Found>,
): Promise<{ found: Found } | Outcome> {
  try {
    return { found: await work({ ...context, pace: async () => undefined }) };
  } catch (thrown) {
    return { outcome: 'unknown', because: `not sent: ${AppError.from(thrown).message}` };
  }
}

export function toProduct({ storeProductId }: ToUpdate, json: unknown): ApiRequest {
  return { method: 'PUT', path: `products/${encodeURIComponent(storeProductId)}.json`, json };
}

export async function send(
  request: ApiRequest,
  kind: 'create' | 'by-id',
  store: StoreAccess,
  context: ListerContext,
  notesOf: (product: UnreadObject) => StoreFault[] = () => [],
): Promise<Outcome> {
  const answer = await call(request, store, context, { gated: true });
  if (answer.kind !== 'said') {
    return unanswered(answer);
  }
  const { status, body } = answer;
  if (status >= 300) {
    return refused(status, body, kind);
  }
  const product = isObject(body) && isObject(body.product) ? body.product : {};
  const seen = await seenOf(product, store);
  if (seen === null) {
    return { outcome: 'unknown', because: 'an answer without the product' };
  }
  const { storeProductId, version, hash, address } = seen;
  return { outcome: 'applied', storeProductId, version, hash, address, notes: notesOf(product) };
}

/**
 * Returns the outcome of a refusal in the API's own format. For a create, a taken handle is an unknown outcome; a write
 * by id certainly changed nothing.
 */
export function refused(status: number, body: unknown, kind: 'create' | 'by-id'): Outcome {
  if (status === 404 && kind === 'by-id') {
    return { outcome: 'missing' };
  }
  const words = wordsIn(body);
  const isSure = sureRefusals.has(status) || (status === 403 && isMissingScope(body));
  if (!isSure || (kind === 'create' && isHeld(body))) {
    return { outcome: 'unknown', because: `HTTP ${status} ${words}` };
  }
  return { outcome: 'refused', faults: faultsIn(status, body), answer: { status, errors: words } };
}

/**
 * Returns the outcome of a write without an API answer. A write refused for the rate limit is an unknown outcome as
 * well: when a proxy sent it twice, the first copy may have been applied and the answer belongs to the second.
 */
export function unanswered(answer: Exclude<Awaited<ReturnType<typeof call>>, { kind: 'said' }>): Outcome {
  return {
    outcome: 'unknown',
    because: answer.kind === 'throttled' ? 'the limit of the store was used up' : answer.because,
  };
}

function handleTaken(handle: string, holder: string): StoreFault {
  const said = `${handle} is held: ${holder}`;
  return { code: 'store.handle-taken', params: { handle, holder }, field: 'handle', said };
}

function handleOf({ product }: ToCreate): string {
  return product.handle.slice(0, textMax);
}
