import { isObject, itemsOf, textOf, type UnreadObject } from '../../../reading/unread.ts';
import { wordsOf } from '../product/amounts.ts';
import type { Axis } from '../product/facts.ts';
import { valuesOnce } from '../product/facts-parts.ts';

/** An axis of alibaba.com, with the names of its values by id. */
export interface SentAxis {
  id: string;
  axis: Axis;
  names: Map<string, string>;
}

/** Returns the axes of a product (`readme.md`, Alibaba.com: product pages), in the page's order. */
export function axesOf(sku: UnreadObject): SentAxis[] {
  return itemsOf(sku.skuAttrs)
    .filter(isObject)
    .flatMap((sent, place): SentAxis[] => {
      const byId = new Map<string, Axis['values'][number]>();
      for (const value of itemsOf(sent.values).filter(isObject)) {
        const valueId = numberText(value.id);
        const name = wordsOf(value.name) ?? valueId;
        if (valueId !== null && name !== null && !byId.has(valueId)) {
          const imageUrl = textOf(value.originImage) ?? textOf(value.largeImage) ?? textOf(value.smallImage);
          byId.set(valueId, { name, imageUrl });
        }
      }
      const values = valuesOnce([...byId.values()]);
      const names = new Map([...byId.keys()].map((valueId, at) => [valueId, values[at]?.name ?? '']));
      const id = numberText(sent.id);
      return id === null || values.length === 0
        ? []
        : [{ id, names, axis: { name: wordsOf(sent.name) ?? `Option ${place + 1}`, values } }];
    });
}

/** Values that the seller defined have negative numbers. */
function numberText(sent: unknown): string | null {
  return typeof sent === 'number' && Number.isSafeInteger(sent) ? String(sent) : textOf(sent);
}
