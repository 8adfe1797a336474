import { AppError } from '@bowerbird/contract/errors';
import type { ListerContext, StoreAccess } from '../../listing/store.ts';
import {
  type Fate,
  isToBeSeen,
  type StoreFault,
  type ToCreate,
  type ToUpdate,
} from '../../listing/writes.ts';
import { isObject, textOf, type UnreadObject } from '../../unread.ts';
import { type ApiRequest, ask } from './client.ts';
import { productFields } from './content.ts';
import { textMax } from './limits.ts';
import { holdersOf } from './look.ts';
import { spuOf } from './mark.ts';
import { faultsIn, isHeld, wordsIn } from './said.ts';
import { decoded, seenOf } from './seen.ts';

/** Refusals by which a write was surely not executed, in the API's own words; all else is a doubt (`readme.md`, Errors). */
const sureRefusals = new Set([400, 403, 406, 412, 422]);

/**
 * A draft, whatever is wanted: shoppers do not see it until it is published by id. In a store proven to refuse a
 * second handle it has its own one from the start, which no later copy of this request can take; in any other our key,
 * by which it is found.
 */
export async function create(item: ToCreate, store: StoreAccess, context: ListerContext): Promise<Fate> {
  const spu = await spuOf(item.key, item.attemptId, item.product);
  const own = store.prepared.handles === 'refused';
  const product = {
    ...productFields(item.product, { spu, withPictures: true, held: null }),
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
 * Gives a product its own address, and shows it where that is wanted. Where it is not known that the store keeps handles apart, nobody else may
 * hold that address.
 */
export async function publish(item: ToUpdate, store: StoreAccess, context: ListerContext): Promise<Fate> {
  const handle = handleOf(item);
  const { handles } = store.prepared;
  if (handles !== 'refused' && handles !== 'suffixed') {
    const before = await readFirst(context, (unpaced) => holdersOf(handle, store, unpaced));
    if ('fate' in before) {
      return before;
    }
    const holder = before.found.find(
      (each) => each.handle === handle && each.storeProductId !== item.storeProductId,
    );
    if (holder) {
      const fault = handleTaken(handle, holder.storeProductId);
      return { fate: 'refused', faults: [fault], answer: fault.said };
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

/** For good: the platform tells of no trash. */
export async function remove(id: string, store: StoreAccess, context: ListerContext): Promise<Fate> {
  const answer = await ask(
    { method: 'DELETE', path: `products/${encodeURIComponent(id)}.json` },
    store,
    context,
    { gated: true },
  );
  if (answer.kind === 'said' && answer.status < 300) {
    return { fate: 'applied', storeProductId: id, version: '', hash: '', address: null, notes: [] };
  }
  return answer.kind === 'said' ? refused(answer.status, answer.body, 'by-id') : unanswered(answer);
}

/**
 * A read on the way to a write, paid for with it (`costOf`): nothing waits between the intent and the gate. Where it
 * fails, nothing was sent, and by id that may be looked at again at once.
 */
export async function readFirst<Found>(
  context: ListerContext,
  work: (unpaced: ListerContext) => Promise<Found>,
): Promise<{ found: Found } | Fate> {
  try {
    return { found: await work({ ...context, pace: async () => undefined }) };
  } catch (thrown) {
    return { fate: 'doubt', because: `not sent: ${AppError.from(thrown).message}` };
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
): Promise<Fate> {
  const answer = await ask(request, store, context, { gated: true });
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
    return { fate: 'doubt', because: 'an answer without the product' };
  }
  const { storeProductId, version, hash, address } = seen;
  return { fate: 'applied', storeProductId, version, hash, address, notes: notesOf(product) };
}

/** A refusal in the API's own words. Of a create, a held handle is a doubt; by id it surely changed nothing. */
export function refused(status: number, body: unknown, kind: 'create' | 'by-id'): Fate {
  if (status === 404 && kind === 'by-id') {
    return { fate: 'missing' };
  }
  const words = wordsIn(body);
  if (!sureRefusals.has(status) || (kind === 'create' && isHeld(body))) {
    return { fate: 'doubt', because: `HTTP ${status} ${words}` };
  }
  return { fate: 'refused', faults: faultsIn(status, body), answer: { status, errors: words } };
}

/**
 * A write turned away for the limit is a doubt as well: where a proxy sent it twice, the first copy may have been applied, and the
 * refusal of the second is what we hear.
 */
export function unanswered(answer: Exclude<Awaited<ReturnType<typeof ask>>, { kind: 'said' }>): Fate {
  return {
    fate: 'doubt',
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
