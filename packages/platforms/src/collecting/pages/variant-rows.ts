import type { Option, Variant } from '@bowerbird/catalog/product';
import { AppError } from '@bowerbird/contract/errors';
import { idOf, isObject, itemsOf, shown, textOf, type UnreadObject } from '../../reading/unread.ts';
import type { Gallery } from './gallery.ts';
import { unreadable } from './unreadable.ts';

/** What platforms with `option1` to `option5` do differently. */
export interface RowDialect {
  /** Returns the inventory quantity; null when it is not tracked or not given. */
  stockOf(variant: UnreadObject, product: UnreadObject): number | null;
  weightOf(variant: UnreadObject): Weight;
  /** Reports whether this product is sold without choices, despite the row that represents it. */
  hasNoChoice(product: UnreadObject, variants: readonly unknown[]): boolean;
}

export interface ReadVariants {
  options: Option[];
  variants: Variant[];
}

export type Weight = Variant['weight'];

const optionKeys = ['option1', 'option2', 'option3', 'option4', 'option5'] as const;
const priceForm = /^\d{1,12}(\.\d{1,4})?$/;

/**
 * Reads options and variants of a product whose rows carry their choices in `option1` to `option5`, as several
 * platforms send them. A missing price, or 0 for something that cannot be bought, is null. A price that is present but
 * cannot be read makes the product unreadable: a price is never guessed.
 */
export function readVariants(
  product: UnreadObject,
  handle: string,
  gallery: Gallery,
  dialect: RowDialect,
): ReadVariants {
  const sent = itemsOf(product.variants);
  if (sent.length === 0) {
    throw unreadable('variants', handle);
  }
  const options = dialect.hasNoChoice(product, sent) ? [] : optionsOf(product.options, sent);
  const ids = new Set<string>();
  const variants = sent.map((variant, at): Variant => {
    if (!isObject(variant)) {
      throw unreadable(`variants.${at}`, handle);
    }
    const ownId = idOf(variant.id);
    const id = ownId === null || ids.has(ownId) ? `v${at + 1}` : ownId;
    ids.add(id);
    const price = priceOf(variant, handle);
    return {
      id,
      // Occasionally a shop's app writes a SKU or barcode as a number.
      sku: idOf(variant.sku),
      barcode: idOf(variant.barcode)?.replace(/^'/, '') || null,
      optionValues: options.map((_, place) => valueAt(variant, place)),
      price,
      compareAtPrice: compareAtOf(variant.compare_at_price, price),
      cost: null,
      stock: dialect.stockOf(variant, product),
      available: typeof variant.available === 'boolean' ? variant.available : null,
      weight: dialect.weightOf(variant),
      imageUrl: gallery.ofVariant(variant),
      requiresShipping: variant.requires_shipping !== false,
      taxable: variant.taxable !== false,
    };
  });
  return { options, variants };
}

/** Reports whether the value is no amount at all: nothing, or text such as "call us". */
export function isNoAmount(sent: unknown): boolean {
  return sent === null || sent === undefined || (typeof sent === 'string' && !/\p{N}/u.test(sent));
}

/** Reports whether an amount can be read as a price, exactly as it was sent. */
export function isReadablePrice(sent: unknown): boolean {
  return priceForm.test(typeof sent === 'number' ? String(sent) : (textOf(sent) ?? ''));
}

/** Returns an ISO 4217 code in capitals; null for anything else. */
export function currencyOf(sent: unknown): string | null {
  const text = textOf(sent)?.toUpperCase();
  return text !== undefined && /^[A-Z]{3}$/.test(text) ? text : null;
}

/** Returns as many options as the variants use, named as the product names them, with values in the product's order. */
function optionsOf(sent: unknown, variants: readonly unknown[]): Option[] {
  const named = itemsOf(sent);
  const used = variants.reduce(
    (most: number, variant) => Math.max(most, isObject(variant) ? lastUsed(variant) : 0),
    0,
  );
  return Array.from({ length: used }, (_, place) => {
    const option = named[place];
    const values = new Set(itemsOf(isObject(option) ? option.values : []).map(String));
    for (const variant of variants) {
      values.add(isObject(variant) ? valueAt(variant, place) : '');
    }
    // Removes the value of a variant without a value: shoppers cannot choose it.
    values.delete('');
    return {
      name: textOf(isObject(option) ? option.name : option) ?? `Option ${place + 1}`,
      values: [...values],
    };
  });
}

/** Returns the last of the five options that a variant uses; 0 for none. */
export function lastUsed(variant: UnreadObject): number {
  for (let place = optionKeys.length; place > 0; place -= 1) {
    if (valueAt(variant, place - 1) !== '') {
      return place;
    }
  }
  return 0;
}

function valueAt(variant: UnreadObject, place: number): string {
  const value = variant[optionKeys[place] ?? 'option1'];
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
}

function priceOf(variant: UnreadObject, handle: string): string | null {
  const sent = variant.price;
  const text = typeof sent === 'string' ? sent.trim() : typeof sent === 'number' ? String(sent) : '';
  if (priceForm.test(text)) {
    return Number(text) === 0 && variant.available === false ? null : text;
  }
  if (isNoAmount(sent)) {
    return null;
  }
  const value = shown(sent).slice(0, 40);
  throw new AppError(
    'source.price-unreadable',
    `product ${handle}: price ${JSON.stringify(value)} cannot be read`,
    {
      params: { value, variant: textOf(variant.sku) ?? idOf(variant.id) ?? '' },
    },
  );
}

/** Returns the compare-at price only when it is readable and higher: "0.00", "" and the price itself mean "none". */
function compareAtOf(sent: unknown, price: string | null): string | null {
  if (sent === null || sent === undefined || price === null) {
    return null;
  }
  const text = typeof sent === 'string' ? sent.trim() : typeof sent === 'number' ? String(sent) : '';
  return priceForm.test(text) && Number(text) > Number(price) ? text : null;
}

/** Returns a weight from a number, rounded to four decimals; null when the number is no weight. */
export function weightOf(amount: number, unit: 'g' | 'kg' | 'oz' | 'lb'): Weight {
  if (Number.isInteger(amount) && amount >= 0 && amount < 1_000_000_000) {
    return { value: String(amount), unit };
  }
  const value = String(Math.round(amount * 10_000) / 10_000);
  return /^\d{1,9}(\.\d{1,4})?$/.test(value) ? { value, unit } : null;
}
