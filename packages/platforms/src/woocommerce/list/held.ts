import type { Json } from '../../context.ts';
import type { ListerContext, StoreAccess } from '../../listing/store/access.ts';
import type { ToCreate } from '../../listing/writes.ts';
import { idOf, isObject, itemsOf, type UnreadObject, wholeOf } from '../../reading/unread.ts';
import { client } from './calls/client.ts';
import { mapSideBySide } from './calls/side-by-side.ts';
import { heldChoice, isVariable } from './choices.ts';
import type { Held, HeldVariation } from './held-product.ts';
import { isOurVariation } from './marks.ts';
import { perPage, rawByIds } from './product-lists.ts';

const variationFields =
  'id,sku,global_unique_id,regular_price,sale_price,status,manage_stock,stock_quantity,stock_status,weight,image,attributes,menu_order,meta_data';

/**
 * Reads products, with their variations where these are to be written; null for one that does not exist, or is in the
 * trash. Called before an intent, never within one.
 */
export async function held(
  ids: readonly string[],
  before: 'update' | 'publish',
  store: StoreAccess,
  context: ListerContext,
): Promise<Json[]> {
  const products = await rawByIds(ids, store, context);
  const found = new Map(products.map((product) => [idOf(product.id) ?? '', product]));
  return await mapSideBySide(ids, async (id): Promise<Json> => {
    const product = found.get(id);
    const variations = product && before === 'update' ? await variationsOf(id, product, store, context) : [];
    return product ? { product: asJson(product), variations } : null;
  });
}

async function variationsOf(
  id: string,
  product: UnreadObject,
  store: StoreAccess,
  context: ListerContext,
): Promise<Json[]> {
  const variations: Json[] = [];
  const count = itemsOf(product.variations).length;
  for (let page = 1; (page - 1) * perPage < count; page += 1) {
    const query = {
      per_page: String(perPage),
      page: String(page),
      orderby: 'id',
      order: 'asc',
      context: 'edit',
      _fields: variationFields,
    };
    const route = `/wc/v3/products/${id}/variations`;
    const { body } = await client.readJson({ method: 'GET', route, query }, store, context);
    variations.push(...itemsOf(body).map(asJson));
  }
  return variations;
}

/** The value was read from JSON, so it can only be JSON. */
function asJson(value: unknown): Json {
  return value as Json;
}

/** Parses what `held` returned for this product; null where there is nothing to write to. */
export function heldIn(given: Json, item: Pick<ToCreate, 'product' | 'terms'>): Held | null {
  if (!isObject(given) || !isObject(given.product)) {
    return null;
  }
  const variations = itemsOf(given.variations)
    .filter(isObject)
    .flatMap((sent): HeldVariation[] => {
      const id = wholeOf(sent.id);
      const choice = isVariable(item.product) ? heldChoice(sent.attributes, item) : '';
      return id === null ? [] : [{ id, choice, isOurs: isOurVariation(sent.meta_data), sent }];
    });
  return { product: given.product, variations };
}
