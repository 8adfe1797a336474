import { z } from 'zod';
import type { Json } from '../../context.ts';
import { piecesOther } from '../../listing/pieces.ts';
import type { ListerContext, StoreAccess } from '../../listing/store.ts';
import { shorten } from '../../listing/store-client.ts';
import type { Fate, ToCreate, ToUpdate } from '../../listing/writes.ts';
import { type Answer, ask } from './client.ts';
import { costOf } from './cost.ts';
import type { WriteOf } from './faults.ts';
import { askByOperation, isLarge, productSetStart, productSetStartJoining } from './large-set.ts';
import {
  deleteProduct,
  keyField,
  metafieldNamespace,
  productSet,
  productSetJoining,
  publishQuery,
} from './operations.ts';
import { productSetInput } from './product-input.ts';
import { collectionsInput, collectionsOf } from './terms.ts';
import { fateOf, setFate, UserErrors, unanswered } from './write-fate.ts';

const Published = z.object({ publishable: z.unknown(), userErrors: UserErrors });
const Joined = z.object({ userErrors: UserErrors });
const Deleted = z.object({ deletedProductId: z.string().nullish(), userErrors: UserErrors });

/** Makes a product, or writes the one that bears the key already: the store enforces the key (platform notes 3.3). */
export async function create(item: ToCreate, store: StoreAccess, context: ListerContext): Promise<Fate> {
  const variables = await createVariables(item, store);
  return await set(item, variables, 'create', store, context);
}

/** The variables of `productSet` by which a product is made, or the one that bears its key is written. */
export async function createVariables(item: ToCreate, store: StoreAccess): Promise<{ [name: string]: Json }> {
  const locationId = text(store.prepared.locationId);
  const input = await productSetInput(item, { pictures: new Map(), locationId });
  return {
    input: { ...input, ...collectionsInput(collectionsOf(item)) },
    identifier: { customId: { namespace: metafieldNamespace, key: keyField, value: item.key } },
  };
}

/** Writes a product anew by its id. Never by its key, which would bring a deleted one back (counter-example 17). */
export async function update(item: ToUpdate, store: StoreAccess, context: ListerContext): Promise<Fate> {
  const variables = await updateVariables(item, store);
  const joins = collectionsOf(item);
  if (joins.length === 0) {
    return await set(item, variables, 'by-id', store, context);
  }
  // A list of collections would replace those that the merchant chose: ours are joined, by a part of the same request.
  const cost = costOf('update', item.product) + 11;
  const joining = { ...variables, joins: { id: item.storeProductId, collectionsToJoin: joins } };
  const answer = isLarge(item.product)
    ? await askByOperation(productSetStartJoining, joining, cost, store, context)
    : await ask(productSetJoining, joining, cost, store, context, { gated: true });
  return withNotes(await setFate(answer, 'by-id'), answer);
}

/** The product is written, whether it joined or not: what the store said of that is told beside it. */
function withNotes(fate: Fate, answer: Answer): Fate {
  const joined = answer.kind === 'data' ? Joined.safeParse(answer.data.joined) : null;
  const said = joined?.data?.userErrors.map(({ message }) => message).join('; ') ?? '';
  return fate.fate === 'applied' && said !== ''
    ? {
        ...fate,
        notes: [
          ...fate.notes,
          {
            code: 'store.field-not-kept',
            params: { field: 'categories' },
            field: 'categories',
            said: shorten(said),
          },
        ],
      }
    : fate;
}

/**
 * The variables of `productSet` by which a product is written anew. Pieces go along where ours are others than were written last:
 * any other figure is the store's, which sells them.
 */
export async function updateVariables(item: ToUpdate, store: StoreAccess): Promise<{ [name: string]: Json }> {
  const { former, pictures } = item;
  const pieces = new Set(former ? piecesOther(item.product, former).map(({ id }) => id) : []);
  const locationId = pieces.size > 0 ? text(store.prepared.locationId) : null;
  const input = await productSetInput(item, { pictures, locationId, pieces });
  return { input, identifier: { id: item.storeProductId } };
}

async function set(
  { product }: ToCreate,
  variables: Record<string, unknown>,
  of: WriteOf,
  store: StoreAccess,
  context: ListerContext,
): Promise<Fate> {
  const cost = costOf(of === 'create' ? 'create' : 'update', product);
  const answer = isLarge(product)
    ? await askByOperation(productSetStart, variables, cost, store, context)
    : await ask(productSet, variables, cost, store, context, { gated: true });
  return await setFate(answer, of);
}

/** Shows products in the store's own sales channel, all by one request. */
export async function publish(
  ids: readonly string[],
  store: StoreAccess,
  context: ListerContext,
): Promise<Fate[]> {
  const publicationId = text(store.prepared.publicationId);
  if (publicationId === null) {
    return ids.map(() => notPublished('the right to publish is missing'));
  }
  const variables = {
    ...Object.fromEntries(ids.map((id, place) => [`id${place}`, id])),
    input: [{ publicationId }],
  };
  const cost = ids.length * costOf('publish', null);
  const answer = await ask(publishQuery(ids.length), variables, cost, store, context, { gated: true });
  return await Promise.all(ids.map((_, place) => publishFate(answer, `publish${place}`)));
}

/** What became of one `publishablePublish` in an answer; a right that is missing leaves the product saved. */
export async function publishFate(answer: Answer, name = 'publishablePublish'): Promise<Fate> {
  if (answer.kind === 'turned-away') {
    return notPublished(answer.failure.message);
  }
  return await fateOf(answer, name, Published, (payload) => payload.publishable, 'by-id');
}

function notPublished(said: string): Fate {
  const fault = { code: 'store.saved-not-published', params: {}, field: null, said } as const;
  return { fate: 'refused', faults: [fault], answer: said };
}

export async function remove(id: string, store: StoreAccess, context: ListerContext): Promise<Fate> {
  const answer = await ask(deleteProduct, { id }, costOf('remove', null), store, context, { gated: true });
  if (answer.kind !== 'data') {
    return unanswered(answer);
  }
  const payload = Deleted.safeParse(answer.data.productDelete);
  if (!payload.success) {
    return { fate: 'doubt', because: 'an answer in another shape' };
  }
  if (payload.data.deletedProductId) {
    return { fate: 'applied', storeProductId: id, version: '', hash: '', address: null, notes: [] };
  }
  // The only thing this mutation complains of is a product that is not there.
  return payload.data.userErrors.length > 0
    ? { fate: 'missing' }
    : { fate: 'doubt', because: 'nothing was said' };
}

function text(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
