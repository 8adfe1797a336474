import { currencyDecimals } from '@bowerbird/catalog/pricing/money';
import type { Variant } from '@bowerbird/catalog/product';
import { unreadable } from '../../../collecting/pages/unreadable.ts';
import { absoluteAddress } from '../../../net/addresses.ts';
import { isObject, textOf, type UnreadObject, wholeOf } from '../../../reading/unread.ts';
import { weightIn } from './shown-attributes.ts';

/** What a product's variations take from the product. */
export interface PageParent {
  slug: string | null;
  sku: string | null;
  currency: string | null;
  weight: Variant['weight'];
  base: string;
}

/**
 * Returns a variation as a variant whose option values are still to be set. Throws `source.product-unreadable` for an
 * invalid price.
 */
export function variantOfRow(row: UnreadObject, id: string, parent: PageParent): Variant {
  const price = rowPrice(row, parent);
  const regular = majorOf(row.display_regular_price, parent.currency);
  const image = isObject(row.image)
    ? (textOf(row.image.full_src) ?? textOf(row.image.url))
    : textOf(row.image_link);
  const sku = textOf(row.sku);
  const most = wholeOf(row.max_qty);
  return {
    id,
    sku: sku === parent.sku ? null : sku,
    barcode: null,
    optionValues: [],
    price,
    compareAtPrice: price !== null && regular !== null && Number(regular) > Number(price) ? regular : null,
    cost: null,
    // The largest quantity that can be bought at once is what is in stock, unless the shop sells one at a time.
    stock: row.is_sold_individually === 'yes' || most === null || most < 0 ? null : most,
    available: typeof row.is_in_stock === 'boolean' ? row.is_in_stock && row.is_purchasable !== false : null,
    weight: weightIn(textOf(row.weight_html)) ?? (textOf(row.weight) === null ? parent.weight : null),
    imageUrl: image === null ? null : absoluteAddress(image, parent.base),
    requiresShipping: row.is_virtual !== true,
    taxable: true,
  };
}

/**
 * Returns null for a variation that the shop has given no price; a shop shows that as 0, or not at all, and does not
 * sell it.
 */
function rowPrice(row: UnreadObject, { slug, currency }: PageParent): string | null {
  const sent = row.display_price;
  const price = majorOf(sent, currency);
  const isUnstated =
    sent === null || sent === undefined || sent === false || (typeof sent === 'string' && sent.trim() === '');
  if (price === null && !isUnstated) {
    throw unreadable('price', slug);
  }
  return price !== null && Number(price) === 0 && row.is_purchasable === false ? null : price;
}

/**
 * Returns a price in the currency's own units, as pages write it: a JSON number or its plain text. Numbers that include
 * tax have more decimals than a price; shops show them rounded to the currency's decimals.
 */
export function majorOf(sent: unknown, currency: string | null): string | null {
  const text = typeof sent === 'number' ? String(sent) : (textOf(sent) ?? '');
  if (/^\d{1,12}\.\d{5,20}$/.test(text)) {
    return Number(text).toFixed(currencyDecimals(currency));
  }
  return /^\d{1,12}(\.\d{1,4})?$/.test(text) ? text : null;
}
