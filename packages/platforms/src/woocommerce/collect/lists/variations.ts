import { pageSize, type RestApi } from '../../../collecting/wordpress/rest.ts';
import { idOf, isObject, itemsOf, textOf, type UnreadObject, wholeOf } from '../../../reading/unread.ts';

/** Number of products requested together: their ids must fit into an address. */
const parentsAtOnce = 40;

/**
 * Returns every variation of these products, by the product's id. One request for a hundred variations, never one for
 * each.
 */
export async function readVariations(
  api: RestApi,
  parents: readonly UnreadObject[],
): Promise<ReadonlyMap<string, UnreadObject[]>> {
  const found = new Map<string, UnreadObject[]>();
  for (let at = 0; at < parents.length; at += parentsAtOnce) {
    const group = parents.slice(at, at + parentsAtOnce);
    const promised = group.reduce((sum, parent) => sum + itemsOf(parent.variations).length, 0);
    await readGroup(api, group, promised, found);
  }
  return found;
}

async function readGroup(
  api: RestApi,
  group: readonly UnreadObject[],
  promised: number,
  found: Map<string, UnreadObject[]>,
): Promise<void> {
  const ids = group.map((parent) => idOf(parent.id) ?? '').join();
  const seen = new Set<string>();
  for (let page = 1; page <= promised / pageSize + 2; page += 1) {
    const { items, pages } = await api.list('/products', {
      type: 'variation',
      parent: ids,
      per_page: pageSize,
      page,
      orderby: 'id',
      order: 'asc',
    });
    let fresh = 0;
    for (const item of items.filter(isObject)) {
      const [id, parent] = [idOf(item.id), idOf(item.parent)];
      if (id !== null && parent !== null && !seen.has(id)) {
        seen.add(id);
        fresh += 1;
        found.set(parent, [...(found.get(parent) ?? []), item]);
      }
    }
    if (fresh === 0 || items.length < pageSize || page === pages) {
      return;
    }
  }
}

/** Returns the variation's own SKU when it has one: a variation without a SKU answers with its parent's. */
export function ownSku(variation: UnreadObject, parent: UnreadObject): string | null {
  const sku = idOf(variation.sku);
  return sku === idOf(parent.sku) ? null : sku;
}

/** Returns the number left that shoppers see, where the theme shows it; null when it shows none. */
export function stockOf(sent: UnreadObject): number | null {
  const low = wholeOf(sent.low_stock_remaining);
  if (low !== null) {
    return low;
  }
  const stated = isObject(sent.stock_availability) ? (textOf(sent.stock_availability.text) ?? '') : '';
  const numbers = stated.match(/\d+/g);
  return numbers?.length === 1 && sent.is_in_stock === true && sent.is_on_backorder !== true
    ? wholeOf(numbers[0])
    : null;
}
