import { currencyOf, weightOf } from '../../../collecting/pages/variant-rows.ts';
import { idOf, isObject, textOf, type UnreadObject, wholeOf } from '../../../reading/unread.ts';
import { amountOf, higher } from '../product/amounts.ts';
import { mobileDescription } from '../product/description.ts';
import type { Choice, Item, Sku } from '../product/item.ts';
import { entriesOf, objectIn } from '../reading-page/mtop.ts';

/**
 * Reads an item as `aliexpress.ds.product.get` sends it (`readme.md`, Open platform), with its lists wrapped or plain.
 * The price's currency is the requested one and is given with each variant; the item's own currency is the seller's.
 */
export function itemFromOpenApi(result: UnreadObject): Item {
  const about = objectIn(result, 'ae_item_base_info_dto');
  const media = objectIn(result, 'ae_multimedia_info_dto');
  const store = objectIn(result, 'ae_store_info');
  const skus = listed(result.ae_item_sku_info_dtos);
  const grams = Number(textOf(objectIn(result, 'package_info_dto').gross_weight) ?? Number.NaN);
  const status = textOf(about.product_status_type);
  return {
    form: 'open-api',
    id: idOf(about.product_id),
    title: textOf(about.subject),
    currency: null,
    choices: choicesOf(skus),
    skus: skus.map(skuOf),
    images: (textOf(media.image_urls) ?? '').split(';').filter((address) => address.trim() !== ''),
    attributes: listed(result.ae_item_properties).flatMap((entry) => {
      const name = textOf(entry.attr_name);
      const value = textOf(entry.attr_value) ?? idOf(entry.attr_value);
      return name === null || value === null ? [] : [{ name, value, id: idOf(entry.attr_name_id) }];
    }),
    categories: [],
    categoryId: idOf(about.category_id),
    description: { html: textOf(about.detail) ?? mobileDescription(about.mobile_detail), address: null },
    store: { id: idOf(store.store_id), name: textOf(store.store_name), sellerId: null },
    weight: grams > 0 && Number.isFinite(grams) ? weightOf(grams, 'kg') : null,
    onSale: status === null || status === 'onSelling',
    facts: {
      sold: textOf(about.sales_count),
      rating: textOf(about.avg_evaluation_rating),
      usId: usIdIn(objectIn(result, 'product_id_converter_result').sub_product_id),
      video: textOf(listed(media.ae_video_dtos)[0]?.media_url),
    },
  };
}

/** Returns a list, either plain as in simplified answers or wrapped under its type's name. */
export function listed(sent: unknown): UnreadObject[] {
  if (Array.isArray(sent)) {
    return sent.filter(isObject);
  }
  const inside = isObject(sent) ? Object.values(sent).find(Array.isArray) : undefined;
  return entriesOf(inside ?? []);
}

function choicesOf(skus: readonly UnreadObject[]): Choice[] {
  const choices = new Map<string, Choice>();
  for (const property of skus.flatMap((sku) => listed(sku.ae_sku_property_dtos))) {
    const id = idOf(property.sku_property_id);
    const value = idOf(property.property_value_id);
    if (id === null || value === null) {
      continue;
    }
    const choice = choices.get(id) ?? { id, name: textOf(property.sku_property_name), values: [] };
    choices.set(id, choice);
    if (!choice.values.some((known) => known.id === value)) {
      const shown = textOf(property.sku_property_value);
      choice.values.push({ id: value, shown, generic: null, image: textOf(property.sku_image) });
    }
  }
  return [...choices.values()];
}

function skuOf(sku: UnreadObject): Sku {
  const plain = amountOf(sku.sku_price);
  const price = sku.offer_sale_price === undefined ? plain : amountOf(sku.offer_sale_price);
  const stock = wholeOf(sku.sku_available_stock);
  return {
    id: idOf(sku.sku_id),
    picks: listed(sku.ae_sku_property_dtos).flatMap((property) => {
      const choice = idOf(property.sku_property_id);
      const value = idOf(property.property_value_id);
      const own = textOf(property.property_value_definition_name);
      return choice === null || value === null ? [] : [{ choice, value, own }];
    }),
    price,
    compareAt: higher(plain, price),
    currency: currencyOf(sku.currency_code),
    stock,
    available: stock === null ? null : stock > 0,
    placeholder: false,
    barcode: textOf(sku.barcode) ?? textOf(sku.ean_code),
    tiers: tiersOf(sku, price),
    sent: String(textOf(sku.offer_sale_price) ?? textOf(sku.sku_price) ?? ''),
  };
}

/**
 * Returns the price steps by quantity, smallest first; a step that is not cheaper than the single price is left out.
 */
function tiersOf(sku: UnreadObject, price: string | null): Sku['tiers'] {
  const steps = listed(sku.wholesale_price_tiers).map((step) => ({
    minimumQuantity: wholeOf(step.min_quantity) ?? wholeOf(step.minimum_quantity),
    price: amountOf(step.wholesale_price) ?? amountOf(step.price),
  }));
  const bulk = { minimumQuantity: wholeOf(sku.sku_bulk_order), price: amountOf(sku.offer_bulk_sale_price) };
  const tiers = new Map<number, string>();
  for (const step of [bulk, ...steps]) {
    if (step.minimumQuantity !== null && step.minimumQuantity > 1 && higher(price, step.price) !== null) {
      tiers.set(step.minimumQuantity, step.price ?? '');
    }
  }
  return [...tiers]
    .map(([minimumQuantity, amount]) => ({ minimumQuantity, price: amount }))
    .sort((one, other) => one.minimumQuantity - other.minimumQuantity);
}

function usIdIn(sent: unknown): string | null {
  return /"US"\s*:\s*"?(\d{8,20})/.exec(textOf(sent) ?? '')?.[1] ?? null;
}
