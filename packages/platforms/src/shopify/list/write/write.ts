import { z } from 'zod';
import type { Json } from '../../../context.ts';
import { inventoryDiffers } from '../../../listing/inventory.ts';
import type { ListerContext, StoreAccess } from '../../../listing/store/access.ts';
import { shorten } from '../../../listing/store/client.ts';
import type { Outcome, ToCreate, ToUpdate } from '../../../listing/writes.ts';
import { type Answer, call } from '../client.ts';
import { costOf } from '../cost.ts';
import type { WriteOf } from '../faults.ts';
import {
  deleteProduct,
  keyField,
  metafieldNamespace,
  productSet,
  productSetJoining,
  publishQuery,
} from '../operations.ts';
import { collectionsInput, collectionsOf } from '../terms.ts';
import { isLarge, productSetStart, productSetStartJoining, requestByOperation } from './large-set.ts';
import { outcomeOf, setOutcome, UserErrors, unanswered } from './outcome.ts';
import { productSetInput } from './product-input.ts';

const Published = z.object({ publishable: z.unknown(), userErrors: UserErrors });
const Joined = z.object({ userErrors: UserErrors });
const Deleted = z.object({ deletedProductId: z.string().nullish(), userErrors: UserErrors });

/**
 * Creates a product, or writes the one that carries the key already: the store enforces the key (`readme.md`).
 */
export async function create(item: ToCreate, store: StoreAccess, context: ListerContext): Promise<Outcome> {
  const variables = await createVariables(item, store);
  return await set(item, variables, 'create', store, context);
}

/** Returns the variables of `productSet` that create a product, or write the one that carries its key. */
export async function createVariables(item: ToCreate, store: StoreAccess): Promise<{ [name: string]: Json }> {
  const locationId = text(store.prepared.locationId);
  const input = await productSetInput(item, { images: new Map(), locationId });
  return {
    input: { ...input, ...collectionsInput(collectionsOf(item)) },
    identifier: { customId: { namespace: metafieldNamespace, key: keyField, value: item.key } },
  };
}

/** Rewrites a product by its id. Never by its key, which would recreate a product that the merchant deleted (`readme.md`). */
export async function update(item: ToUpdate, store: StoreAccess, context: ListerContext): Promise<Outcome> {
  const variables = await updateVariables(item, store);
  const joins = collectionsOf(item);
  if (joins.length === 0) {
    return await set(item, variables, 'by-id', store, context);
  }
  // A list of collections would replace those that the merchant chose, so ours are joined by a part of the same
  // request.
  const cost = costOf('update', item.product) + 11;
  const joining = { ...variables, joins: { id: item.storeProductId, collectionsToJoin: joins } };
  const answer = isLarge(item.product)
    ? await requestByOperation(productSetStartJoining, joining, cost, store, context)
    : await call(productSetJoining, joining, cost, store, context, { gated: true });
  return withCollections(await setOutcome(answer, 'by-id'), answer);
}

/**
 * Returns a write whose collections the store rejected as partial: the rest is written, and joining is requested again.
 */
function withCollections(outcome: Outcome, answer: Answer): Outcome {
  const joined = answer.kind === 'data' ? Joined.safeParse(answer.data.joined) : null;
  const said = joined?.data?.userErrors.map(({ message }) => message).join('; ') ?? '';
  if (outcome.outcome !== 'applied' || said === '') {
    return outcome;
  }
  const field = 'categories';
  const rejected = { code: 'store.field-not-kept', params: { field }, field, said: shorten(said) } as const;
  return { ...outcome, partial: { step: field, differs: [rejected] } };
}

/**
 * Returns the variables of `productSet` that rewrite a product. Quantities are sent only where ours differ from those
 * written last: the store owns all others, as it sells them.
 */
export async function updateVariables(item: ToUpdate, store: StoreAccess): Promise<{ [name: string]: Json }> {
  const { former, images } = item;
  const inventory = new Set(former ? inventoryDiffers(item.product, former).map(({ id }) => id) : []);
  const locationId = inventory.size > 0 ? text(store.prepared.locationId) : null;
  const input = await productSetInput(item, { images, locationId, inventory });
  return { input, identifier: { id: item.storeProductId } };
}

async function set(
  { product }: ToCreate,
  variables: Record<string, unknown>,
  of: WriteOf,
  store: StoreAccess,
  context: ListerContext,
): Promise<Outcome> {
  const cost = costOf(of === 'create' ? 'create' : 'update', product);
  const answer = isLarge(product)
    ? await requestByOperation(productSetStart, variables, cost, store, context)
    : await call(productSet, variables, cost, store, context, { gated: true });
  return await setOutcome(answer, of);
}

/** Publishes products in the store's own sales channel, all by one request. */
export async function publish(
  ids: readonly string[],
  store: StoreAccess,
  context: ListerContext,
): Promise<Outcome[]> {
  const publicationId = text(store.prepared.publicationId);
  if (publicationId === null) {
    return ids.map(() => notPublished('the right to publish is missing'));
  }
  const variables = {
    ...Object.fromEntries(ids.map((id, place) => [`id${place}`, id])),
    input: [{ publicationId }],
  };
  const cost = ids.length * costOf('publish', null);
  const answer = await call(publishQuery(ids.length), variables, cost, store, context, { gated: true });
  return await Promise.all(ids.map((_, place) => publishOutcome(answer, `publish${place}`)));
}

/**
 * Returns the outcome of one `publishablePublish` in an answer; when a permission is missing, the product stays saved.
 */
export async function publishOutcome(answer: Answer, name = 'publishablePublish'): Promise<Outcome> {
  if (answer.kind === 'turned-away') {
    return notPublished(answer.failure.message);
  }
  return await outcomeOf(answer, name, Published, (payload) => payload.publishable, 'by-id');
}

function notPublished(said: string): Outcome {
  const fault = { code: 'store.saved-not-published', params: {}, field: null, said } as const;
  return { outcome: 'refused', faults: [fault], answer: said };
}

export async function remove(id: string, store: StoreAccess, context: ListerContext): Promise<Outcome> {
  const answer = await call(deleteProduct, { id }, costOf('remove', null), store, context, { gated: true });
  if (answer.kind !== 'data') {
    return unanswered(answer);
  }
  const payload = Deleted.safeParse(answer.data.productDelete);
  if (!payload.success) {
    return { outcome: 'unknown', because: 'an answer in another shape' };
  }
  if (payload.data.deletedProductId) {
    return { outcome: 'applied', storeProductId: id, version: '', hash: '', address: null, notes: [] };
  }
  // This mutation only complains of a product that does not exist.
  return payload.data.userErrors.length > 0
    ? { outcome: 'missing' }
    : { outcome: 'unknown', because: 'nothing was said' };
}

function text(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
