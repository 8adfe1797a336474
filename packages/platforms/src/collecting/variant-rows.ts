import type { Option, Variant } from '@bowerbird/catalog/product';
import { AppError } from '@bowerbird/contract/errors';
import { idOf, isObject, itemsOf, shown, textOf, type UnreadObject } from '../unread.ts';
import type { Gallery } from './gallery.ts';
import { unreadable } from './unreadable.ts';

/** What platforms with `option1` to `option5` do each in their own way. */
export interface RowDialect {
  /** Pieces in stock; null when it is not counted or not told. */
  stockOf(variant: UnreadObject, product: UnreadObject): number | null;
  weightOf(variant: UnreadObject): Weight;
  /** Whether this product is sold without a choice, in spite of the row that stands for it. */
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
 * Reads options and variants of a product whose rows carry their choice in `option1` to `option5`, as several platforms
 * send it. Where no price stands, or 0 for what cannot be bought, there is none: null. One that stands there and cannot be
 * read makes the product unreadable: none is ever guessed.
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
      // Now and then a shop's app writes a code as a number.
      sku: idOf(variant.sku),
      barcode: idOf(variant.barcode)?.replace(/^'/, '') || null,
      optionValues: options.map((_, place) => valueAt(variant, place)),
      price,
      compareAtPrice: compareAtOf(variant.compare_at_price, price),
      cost: null,
      stock: dialect.stockOf(variant, product),
      available: typeof variant.available === 'boolean' ? variant.available : null,
      weight: dialect.weightOf(variant),
      pictureUrl: gallery.ofVariant(variant),
      requiresShipping: variant.requires_shipping !== false,
      taxable: variant.taxable !== false,
    };
  });
  return { options, variants };
}

/** Whether no amount stands there at all: nothing, or words such as "call us". */
export function isNoAmount(sent: unknown): boolean {
  return sent === null || sent === undefined || (typeof sent === 'string' && !/\p{N}/u.test(sent));
}

/** Whether an amount can be read as a price, exactly as it was sent. */
export function isReadablePrice(sent: unknown): boolean {
  return priceForm.test(typeof sent === 'number' ? String(sent) : (textOf(sent) ?? ''));
}

/** ISO 4217 in capitals; null for anything else. */
export function currencyOf(sent: unknown): string | null {
  const text = textOf(sent)?.toUpperCase();
  return text !== undefined && /^[A-Z]{3}$/.test(text) ? text : null;
}

/** As many as the variants use, named as the product names them, values in the product's order. */
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
    // A variant without a value stands between others: it is no value to choose.
    values.delete('');
    return {
      name: textOf(isObject(option) ? option.name : option) ?? `Option ${place + 1}`,
      values: [...values],
    };
  });
}

/** The last of the five that a variant uses; 0 for none. */
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

/** A former price counts only when it can be read and is higher: "0.00", "" and the price itself mean "none". */
function compareAtOf(sent: unknown, price: string | null): string | null {
  if (sent === null || sent === undefined || price === null) {
    return null;
  }
  const text = typeof sent === 'string' ? sent.trim() : typeof sent === 'number' ? String(sent) : '';
  return priceForm.test(text) && Number(text) > Number(price) ? text : null;
}

/** A weight from a number, to four decimals; null for one that is none. */
export function weightOf(amount: number, unit: 'g' | 'kg' | 'oz' | 'lb'): Weight {
  if (Number.isInteger(amount) && amount >= 0 && amount < 1_000_000_000) {
    return { value: String(amount), unit };
  }
  const value = String(Math.round(amount * 10_000) / 10_000);
  return /^\d{1,9}(\.\d{1,4})?$/.test(value) ? { value, unit } : null;
}
