import type { HtmlFacts } from '../../../reading/html/html-facts.ts';
import { idOf, isObject, type UnreadObject, wholeOf } from '../../../reading/unread.ts';
import { inventoryKeys } from '../inventory/inventory.ts';

/** Largest number of JSON values of a page that are examined; beyond it, the page's inventory counts as unknown. */
const valuesMax = 200_000;

/**
 * Returns the variants' inventory that themes print in a page's JSON blocks, in whatever structure: objects with
 * `inventory_quantity`, identified by their own id or by the key they are stored under. Only the page's own variants
 * count; a variant with two different quantities is left out.
 */
export function inventoryOn({ json }: HtmlFacts, ids: ReadonlySet<string>): Map<string, UnreadObject> {
  const found = new Map<string, UnreadObject>();
  const contradicted = new Set<string>();
  const left: { key: string; value: unknown }[] = json.map(({ value }) => ({ key: '', value }));
  for (let looked = 0; looked < valuesMax; looked += 1) {
    const next = left.pop();
    if (next === undefined) {
      break;
    }
    const { key, value } = next;
    if (isObject(value) && wholeOf(value.inventory_quantity) !== null) {
      const id = [value.id, value.variant_id, key].map(idOf).find((each) => each !== null && ids.has(each));
      if (id) {
        const known = found.get(id);
        if (known !== undefined && wholeOf(known.inventory_quantity) !== wholeOf(value.inventory_quantity)) {
          contradicted.add(id);
        }
        found.set(id, { ...inventoryIn(value), ...known });
      }
    }
    if (typeof value === 'object' && value !== null) {
      for (const [name, inner] of Object.entries(value)) {
        if (typeof inner === 'object' && inner !== null) {
          left.push({ key: name, value: inner });
        }
      }
    }
  }
  for (const id of contradicted) {
    found.delete(id);
  }
  return found;
}

function inventoryIn(row: UnreadObject): UnreadObject {
  return Object.fromEntries(inventoryKeys.filter((key) => key in row).map((key) => [key, row[key]]));
}
