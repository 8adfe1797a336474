import type { Variant } from '@bowerbird/catalog/product';
import { sentPrice } from '../../listing/sent-price.ts';
import type { ListerContext, StoreAccess } from '../../listing/store.ts';
import type { Amounts, Fate, StoreFault, ToReprice } from '../../listing/writes.ts';
import { idOf, isObject, itemsOf, textOf, type UnreadObject } from '../../unread.ts';
import { choicesOf, heldChoices } from './content.ts';
import { productAt } from './look.ts';
import { spuOf } from './mark.ts';
import { readFirst, send, toProduct } from './write.ts';

/**
 * Prices by the product's own update, which names nothing else of it but the mark; pieces are steps of `finishing`. Every variant that
 * the store holds is named with what was just read of it, the merchant's own too: nobody wrote whether what an update leaves out
 * of a list stays (`readme.md`, Writing products).
 */
export const amounts: Amounts = {
  variantsMax: 500,
  // The store's own variants are read first.
  costOf: () => 2,
  update: (items, store, context) => Promise.all(items.map((item) => updateOne(item, store, context))),
};

async function updateOne(item: ToReprice, store: StoreAccess, context: ListerContext): Promise<Fate> {
  const { product, former, key, attemptId, storeProductId } = item;
  const before = await readFirst(context, (unpaced) => productAt(storeProductId, store, unpaced));
  if ('fate' in before) {
    return before;
  }
  if (before.found === null) {
    return { fate: 'missing' };
  }
  const held = itemsOf(before.found.variants).filter(isObject);
  const there = new Set(held.map(heldChoices));
  const prices = new Map(
    product.variants
      .filter((variant, at) => arePricesOther(variant, former.variants[at]))
      .map((variant) => [choicesOf(variant.optionValues), variant]),
  );
  const isPriced = held.some((variant) => prices.has(heldChoices(variant)));
  const spu = await spuOf(key, attemptId, product);
  const fields = {
    spu,
    ...(isPriced && { variants: held.map((variant) => asHeld(variant, prices.get(heldChoices(variant)))) }),
  };
  const missing = product.variants.flatMap((variant, at) =>
    there.has(choicesOf(variant.optionValues)) ? [] : [notThere(variant, at)],
  );
  return await send(toProduct(item, { product: fields }), 'by-id', store, context, () => missing);
}

function arePricesOther({ price, compareAtPrice }: Variant, former: Variant | undefined): boolean {
  return price !== former?.price || compareAtPrice !== former.compareAtPrice;
}

const kept = [
  'sku',
  'barcode',
  'option1',
  'option2',
  'option3',
  'option4',
  'option5',
  'price',
  'compare_at_price',
  'inventory_tracker',
  'inventory_policy',
  'required_shipping',
  'taxable',
] as const;

/** A variant as the store holds it, with our prices where they are others now. */
function asHeld(held: UnreadObject, ours: Variant | undefined) {
  const fields = kept.flatMap((name) => {
    const value = held[name];
    return typeof value === 'boolean' || typeof value === 'string' || typeof value === 'number'
      ? [[name, value] as const]
      : [];
  });
  const weight = textOf(held.weight);
  return {
    id: idOf(held.id),
    ...Object.fromEntries(fields),
    // A weight of nothing is refused.
    ...(weight !== null && Number(weight) > 0 && { weight, weight_unit: textOf(held.weight_unit) ?? 'g' }),
    ...(ours && { price: sentPrice(ours), compare_at_price: ours.compareAtPrice ?? '0' }),
  };
}

function notThere({ optionValues }: Variant, at: number): StoreFault {
  const said = `${optionValues.join(' / ')} is not there any more`;
  const field = `variants.${at}`;
  return { code: 'store.field-not-kept', params: { field }, field, said };
}
