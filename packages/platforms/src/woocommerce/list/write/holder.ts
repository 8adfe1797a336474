import type { ListerContext, StoreAccess } from '../../../listing/store/access.ts';
import type { Outcome, ToUpdate } from '../../../listing/writes.ts';
import { idOf, isObject, itemsOf } from '../../../reading/unread.ts';
import { readJson } from '../calls/client.ts';
import { isVariation } from '../product-lists.ts';
import { fields, seenOf } from '../seen.ts';
import { holderIn, outcomeOfError, takenBy } from './outcomes.ts';

/**
 * Decides about a write by id for which the store reports that another product holds our SKU or barcode. Where that is
 * our own product, its variation or its duplicate, the outcome stays unknown, to be looked up again; where it
 * definitely is an unmanaged product, in the shop or in its trash, that is reported.
 */
export async function judgeTaken(
  error: unknown,
  { key, product, storeProductId }: ToUpdate,
  place: number,
  store: StoreAccess,
  context: ListerContext,
): Promise<Outcome> {
  const sku = product.variants[place]?.sku ?? '';
  const unknown = outcomeOfError(error, place);
  const holder = holderIn(error);
  const found = await (holder === null
    ? thrownAway(sku, store, context)
    : productsBy({ include: holder, status: 'any' }, store, context)
  ).catch(() => null);
  if (found === null) {
    return unknown;
  }
  if (holder !== null && found.length === 0) {
    // Not a product but a variation, and ours where our product has it.
    const inside = await listed(
      `/wc/v3/products/${storeProductId}/variations`,
      { include: holder },
      store,
      context,
    ).catch(() => null);
    const unmanaged = { storeProductId: holder, status: 'any' };
    return inside === null || inside.length > 0 ? unknown : takenBy(unmanaged, sku, place, error);
  }
  const seen = await Promise.all(found.map(seenOf));
  const unmanaged = seen.find(
    (one) => one !== null && one.key !== key && one.storeProductId !== storeProductId,
  );
  const isOurs = seen.some((one) => one?.key === key || one?.storeProductId === storeProductId);
  return unmanaged && !isOurs ? takenBy(unmanaged, sku, place, error) : unknown;
}

/**
 * Returns products that hold a SKU or barcode from the trash: by themselves, or by a variation, which may be in the
 * trash alone or was left unchanged when its product was trashed. In this case the store names no holder.
 */
async function thrownAway(sku: string, store: StoreAccess, context: ListerContext): Promise<unknown[]> {
  const products: unknown[] = [];
  const parents = new Set<string>();
  for (const status of ['trash', 'any']) {
    for (const one of (await productsBy({ sku, status }, store, context)).filter(isObject)) {
      if (isVariation(one)) {
        parents.add(idOf(one.parent_id) ?? '');
      } else if (status === 'trash') {
        products.push(one);
      }
    }
    const include = [...parents].join(',');
    if (include !== '') {
      products.push(...(await productsBy({ include, status: 'trash' }, store, context)));
      if (status === 'trash') {
        const alone = await productsBy({ include, status: 'any' }, store, context);
        products.push(...alone.filter(isObject).map((one) => ({ ...one, status: 'trash' })));
      }
    }
    if (products.length > 0) {
      return products;
    }
  }
  return products;
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
  const requested = { ...query, context: 'edit', per_page: '100', _fields: fields };
  const { body } = await readJson({ method: 'GET', route, query: requested }, store, context);
  return itemsOf(body).filter(isObject);
}
