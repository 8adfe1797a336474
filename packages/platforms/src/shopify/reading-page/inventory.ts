import type { HtmlFacts } from '../../html-facts.ts';
import { idOf, isObject, type UnreadObject, wholeOf } from '../../unread.ts';
import { inventoryKeys } from '../inventory.ts';

/** As many values of a page's JSON are looked at; a page with more tells its stock in none of ours. */
const valuesMax = 200_000;

/**
 * What themes print of their variants' stock in a page's JSON blocks, in whatever shape: objects with
 * `inventory_quantity`, known by their own id or by the key they stand under. Only the page's own variants count; one of
 * which two places tell different quantities is left out.
 */
export function inventoryOn({ json }: HtmlFacts, ids: ReadonlySet<string>): Map<string, UnreadObject> {
  const found = new Map<string, UnreadObject>();
  const doubtful = new Set<string>();
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
          doubtful.add(id);
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
  for (const id of doubtful) {
    found.delete(id);
  }
  return found;
}

function inventoryIn(row: UnreadObject): UnreadObject {
  return Object.fromEntries(inventoryKeys.filter((key) => key in row).map((key) => [key, row[key]]));
}
