import type { Fate, ListerContext, StoreAccess, ToUpdate } from '../../platform.ts';
import { isObject, itemsOf } from '../../unread.ts';
import { readJson } from './client.ts';
import { fateOfError, holderIn, takenBy } from './fates.ts';
import { fields, seenOf } from './seen.ts';

/**
 * A code of ours is held by another, the store says to a write by id. Where that is our own product, its variation or its
 * twin, it stays a doubt, to be looked at anew; where it is surely a stranger's, in the shop or in its trash, that is told.
 */
export async function judgeTaken(
  error: unknown,
  { key, product, storeProductId }: ToUpdate,
  place: number,
  store: StoreAccess,
  context: ListerContext,
): Promise<Fate> {
  const sku = product.variants[place]?.sku ?? '';
  const doubt = fateOfError(error, place);
  const holder = holderIn(error);
  const query = holder === null ? { sku, status: 'trash' } : { include: holder, status: 'any' };
  const found = await productsBy(query, store, context).catch(() => null);
  if (found === null) {
    return doubt;
  }
  if (holder !== null && found.length === 0) {
    // Not a product: a variation, and ours where our product has it.
    const inside = await listed(
      `/wc/v3/products/${storeProductId}/variations`,
      { include: holder },
      store,
      context,
    ).catch(() => null);
    return inside === null || inside.length > 0 ? doubt : takenBy(holder, sku, place, error);
  }
  const seen = await Promise.all(found.map(seenOf));
  const stranger = seen.find(
    (one) => one !== null && one.key !== key && one.storeProductId !== storeProductId,
  );
  const isOurs = seen.some((one) => one?.key === key || one?.storeProductId === storeProductId);
  return stranger && !isOurs ? takenBy(stranger.storeProductId, sku, place, error) : doubt;
}

async function productsBy(
  query: Record<string, string>,
  store: StoreAccess,
  context: ListerContext,
): Promise<unknown[]> {
  return await listed('/wc/v3/products', query, store, context);
}

async function listed(
  route: string,
  query: Record<string, string>,
  store: StoreAccess,
  context: ListerContext,
): Promise<unknown[]> {
  const asked = { ...query, context: 'edit', per_page: '100', _fields: fields };
  const { body } = await readJson({ method: 'GET', route, query: asked }, store, context);
  return itemsOf(body).filter(isObject);
}
