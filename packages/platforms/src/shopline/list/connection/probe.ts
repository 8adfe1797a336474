import { AppError } from '@bowerbird/contract/errors';
import type { ListerContext, StoreAccess } from '../../../listing/store/access.ts';
import { idOf, isObject, itemsOf, textOf } from '../../../reading/unread.ts';
import { isHeld } from '../said.ts';
import { type ApiAnswer, type ApiRequest, call, failureOf, read } from './client.ts';

const rules = ['refused', 'suffixed', 'doubled'] as const;
/** What a store does with a handle that another product has. */
export type HandleRule = (typeof rules)[number];

export function isHandleRule(value: unknown): value is HandleRule {
  return rules.some((rule) => rule === value);
}

const name = 'bowerbird-probe';
const title = 'Bowerbird probe (will be removed)';

/**
 * Creates a draft and another with the same handle, and removes both; returns what the store did with the second one.
 * Returns null when an answer was lost or another product interferes: then nothing is proven
 * (`docs/listing-protocol.md`, Probing a store).
 */
export async function probeHandles(store: StoreAccess, context: ListerContext): Promise<HandleRule | null> {
  const send = (request: ApiRequest) => paced(request, store, context);
  await clearProbe(store, context);
  try {
    const first = await send(draft());
    if (idIn(first) === null || handleIn(first) !== name) {
      return null;
    }
    const second = await send(draft());
    if (second.kind === 'said' && second.status >= 400) {
      return isHeld(second.body) ? 'refused' : null;
    }
    if (idIn(second) === null || idIn(second) === idIn(first)) {
      return null;
    }
    return handleIn(second) === name ? 'doubled' : 'suffixed';
  } finally {
    await clearProbe(store, context);
  }
}

function draft(): ApiRequest {
  const product = { title, handle: name, spu: name, status: 'draft', variants: [{ price: '0' }] };
  return { method: 'POST', path: 'products/products.json', json: { product } };
}

/**
 * Removes the drafts of a probe, whatever handle the store gave them. Searches by title, and removes only those with
 * our own SPU.
 */
export async function clearProbe(store: StoreAccess, context: ListerContext): Promise<void> {
  const ids = new Set<string>();
  for (const query of [{ title }, { handle: name }]) {
    const { body } = await read(
      { path: 'products/products.json', query: { ...query, limit: '250' } },
      store,
      context,
    );
    for (const product of itemsOf(isObject(body) ? body.products : null).filter(isObject)) {
      const id = idOf(product.id);
      if (id !== null && textOf(product.spu) === name) {
        ids.add(id);
      }
    }
  }
  for (const id of ids) {
    await paced({ method: 'DELETE', path: `products/${encodeURIComponent(id)}.json` }, store, context);
  }
}

async function paced(request: ApiRequest, store: StoreAccess, context: ListerContext): Promise<ApiAnswer> {
  await context.pace(1);
  const answer = await call(request, store, context, { gated: false });
  if (answer.kind === 'said' && (answer.status === 401 || answer.status === 403)) {
    const { code } = failureOf(answer.status, answer.body);
    const named = code === 'store.blocked-us' ? code : 'store.access-denied';
    throw new AppError(named, `a probe was refused: HTTP ${answer.status}`);
  }
  return answer;
}

function productIn(answer: ApiAnswer) {
  const body = answer.kind === 'said' && answer.status < 300 ? answer.body : null;
  return isObject(body) && isObject(body.product) ? body.product : {};
}

function idIn(answer: ApiAnswer): string | null {
  return idOf(productIn(answer).id);
}

function handleIn(answer: ApiAnswer): string | null {
  return textOf(productIn(answer).handle);
}
