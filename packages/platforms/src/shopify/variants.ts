import type { Option, Variant } from '@bowerbird/catalog/product';
import { AppError } from '@bowerbird/contract/errors';
import { idOf, isObject, itemsOf, shown, textOf, type UnreadObject, wholeOf } from '../unread.ts';
import type { Pictures } from './pictures.ts';
import { unreadable } from './unreadable.ts';

interface ReadVariants {
  options: Option[];
  variants: Variant[];
  /** Told by the single form only. */
  currency: string | null;
  /** By variant id, what the single form says and we do not model; null when it says nothing unusual. */
  details: Record<string, unknown> | null;
}

type Weight = Variant['weight'];

const optionKeys = ['option1', 'option2', 'option3'] as const;
const priceForm = /^\d{1,12}(\.\d{1,4})?$/;

/** Reads options and variants. One price that cannot be read makes the product unreadable: none is ever guessed. */
export function readVariants(product: UnreadObject, handle: string, pictures: Pictures): ReadVariants {
  const sent = itemsOf(product.variants);
  if (sent.length === 0) {
    throw unreadable('variants', handle);
  }
  const options = optionsOf(product.options, sent);
  const ids = new Set<string>();
  const details: Record<string, unknown> = {};
  const variants = sent.map((variant, at): Variant => {
    if (!isObject(variant)) {
      throw unreadable(`variants.${at}`, handle);
    }
    const ownId = idOf(variant.id);
    const id = ownId === null || ids.has(ownId) ? `v${at + 1}` : ownId;
    ids.add(id);
    const price = priceOf(variant, handle);
    keepDetails(details, id, variant);
    return {
      id,
      // Now and then a shop's app writes a code as a number.
      sku: idOf(variant.sku),
      barcode: idOf(variant.barcode)?.replace(/^'/, '') || null,
      optionValues: options.map((_, place) => valueAt(variant, place)),
      price,
      compareAtPrice: compareAtOf(variant.compare_at_price, price),
      cost: null,
      stock: variant.inventory_management === null ? null : wholeOf(variant.inventory_quantity),
      available: typeof variant.available === 'boolean' ? variant.available : null,
      weight: weightOf(variant),
      pictureUrl: pictures.ofVariant(variant),
      requiresShipping: variant.requires_shipping !== false,
      taxable: variant.taxable !== false,
    };
  });
  const first = sent[0];
  return {
    options,
    variants,
    currency: isObject(first) ? currencyOf(first.price_currency) : null,
    details: Object.keys(details).length === 0 ? null : details,
  };
}

/** ISO 4217 in capitals; null for anything else. */
export function currencyOf(sent: unknown): string | null {
  const text = textOf(sent)?.toUpperCase();
  return text !== undefined && /^[A-Z]{3}$/.test(text) ? text : null;
}

/**
 * As many as the variants use, named as the product names them, values in the product's order. A product without
 * options arrives with one option Title and one variant Default Title.
 */
function optionsOf(sent: unknown, variants: readonly unknown[]): Option[] {
  const named = itemsOf(sent);
  const used = variants.reduce(
    (most: number, variant) => Math.max(most, isObject(variant) ? lastUsed(variant) : 0),
    0,
  );
  const only = variants[0];
  const firstName = textOf(isObject(named[0]) ? named[0].name : named[0]);
  if (
    variants.length === 1 &&
    used <= 1 &&
    isObject(only) &&
    (only.option1 === 'Default Title' || used === 0)
  ) {
    if (firstName === 'Title' || firstName === null) {
      return [];
    }
  }

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

function lastUsed(variant: UnreadObject): number {
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

function priceOf(variant: UnreadObject, handle: string): string {
  const sent = variant.price;
  const text = typeof sent === 'string' ? sent.trim() : typeof sent === 'number' ? String(sent) : '';
  if (priceForm.test(text)) {
    return text;
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
function compareAtOf(sent: unknown, price: string): string | null {
  if (sent === null || sent === undefined) {
    return null;
  }
  const text = typeof sent === 'string' ? sent.trim() : typeof sent === 'number' ? String(sent) : '';
  return priceForm.test(text) && Number(text) > Number(price) ? text : null;
}

const weightUnits = new Set(['g', 'kg', 'oz', 'lb']);

function weightOf(variant: UnreadObject): Weight {
  const unit = textOf(variant.weight_unit);
  if (unit !== null && weightUnits.has(unit) && typeof variant.weight === 'number') {
    return weight(variant.weight, unit as 'g' | 'kg' | 'oz' | 'lb');
  }
  return typeof variant.grams === 'number' ? weight(variant.grams, 'g') : null;
}

function weight(amount: number, unit: 'g' | 'kg' | 'oz' | 'lb'): Weight {
  if (Number.isInteger(amount) && amount >= 0 && amount < 1_000_000_000) {
    return { value: String(amount), unit };
  }
  const value = String(Math.round(amount * 10_000) / 10_000);
  return /^\d{1,9}(\.\d{1,4})?$/.test(value) ? { value, unit } : null;
}

function keepDetails(details: Record<string, unknown>, id: string, variant: UnreadObject): void {
  // The feed sends none of these: its variants pass here a million at a time.
  if (variant.inventory_policy === undefined && variant.fulfillment_service === undefined) {
    return;
  }
  const unusual = Object.fromEntries(
    detailKeys.flatMap((key) => {
      const value = textOf(variant[key]);
      return value === null || usualDetails.has(value) ? [] : [[key, value]];
    }),
  );
  if (Object.keys(unusual).length > 0) {
    details[id] = unusual;
  }
}

const detailKeys = ['inventory_policy', 'inventory_management', 'fulfillment_service', 'tax_code'] as const;
const usualDetails = new Set(['deny', 'shopify', 'manual']);
