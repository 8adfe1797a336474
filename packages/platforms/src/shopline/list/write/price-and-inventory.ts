import type { Variant } from '@bowerbird/catalog/product';
import { sentPrice } from '../../../listing/sent-price.ts';
import type { ListerContext, StoreAccess } from '../../../listing/store/access.ts';
import type { Outcome, PriceAndInventory, StoreFault, ToReprice } from '../../../listing/writes.ts';
import { idOf, isObject, itemsOf, textOf, type UnreadObject } from '../../../reading/unread.ts';
import { productAt } from '../look.ts';
import { spuOf } from '../mark.ts';
import { choicesOf, heldChoices } from './content.ts';
import { readFirst, send, toProduct } from './write.ts';

/**
 * Writes prices by the product's own update, which contains nothing else but the mark; inventory is a step of
 * `finishing`. Sends every variant that the store holds with its values as just read, the merchant's own variants too:
 * it is not documented whether an update keeps what it leaves out of a list (`readme.md`, Writing products).
 */
export const amounts: PriceAndInventory = {
  variantsMax: 500,
  // The store's own variants are read first.
  costOf: () => 2,
  update: (items, store, context) => Promise.all(items.map((item) => updateOne(item, store, context))),
};

async function updateOne(item: ToReprice, store: StoreAccess, context: ListerContext): Promise<Outcome> {
  const { product, former, key, attemptId, storeProductId } = item;
  const before = await readFirst(context, (unpaced) => productAt(storeProductId, store, unpaced));
  if ('outcome' in before) {
    return before;
  }
  if (before.found === null) {
    return { outcome: 'missing' };
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

/** Returns a variant as the store holds it, with our prices when they changed. */
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
    // The store refuses a zero weight.
    ...(weight !== null && Number(weight) > 0 && { weight, weight_unit: textOf(held.weight_unit) ?? 'g' }),
    ...(ours && { price: sentPrice(ours), compare_at_price: ours.compareAtPrice ?? '0' }),
  };
}

function notThere({ optionValues }: Variant, at: number): StoreFault {
  const said = `${optionValues.join(' / ')} is not there any more`;
  const field = `variants.${at}`;
  return { code: 'store.field-not-kept', params: { field }, field, said };
}
