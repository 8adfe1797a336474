import { isObject, itemsOf, textOf, type UnreadObject } from '../../../reading/unread.ts';
import { wordsOf } from '../product/amounts.ts';
import { valuesOnce } from '../product/facts-parts.ts';
import { objectIn } from './offer.ts';
import type { KeyedAxis } from './spec-key.ts';

/** Returns the complete SKU model; some pages keep a partial one beside it (`readme.md`, 1688: product pages). */
export function skuModelOf(model: UnreadObject): UnreadObject {
  const filled = [model.nySkuModel, model.skuModel]
    .filter(isObject)
    .find(({ skuInfoMap }) => isObject(skuInfoMap) && Object.keys(skuInfoMap).length > 0);
  return filled ?? objectIn(model.skuModel);
}

/**
 * Returns the axes of a 1688 product in the page's order, which is also the order of the names in its keys
 * (`readme.md`, 1688: product pages).
 */
export function axesOf(skuModel: UnreadObject): KeyedAxis[] {
  return itemsOf(skuModel.skuProps)
    .filter(isObject)
    .flatMap((sent, place): KeyedAxis[] => {
      const named = itemsOf(sent.value)
        .filter(isObject)
        .flatMap(({ name, imageUrl }) => {
          const words = wordsOf(name);
          return words === null ? [] : [{ name: words, key: String(name), imageUrl: textOf(imageUrl) }];
        });
      const values = valuesOnce(named.map(({ name, imageUrl }) => ({ name, imageUrl })));
      const keys = named.map(({ key }) => key);
      return named.length === 0 ? [] : [{ name: wordsOf(sent.prop) ?? `Option ${place + 1}`, values, keys }];
    });
}
