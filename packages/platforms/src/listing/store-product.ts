import { isDecimal, trimDecimals } from '@bowerbird/catalog/price';
import type { Product, Variant } from '@bowerbird/catalog/product';
import { textOf, wholeOf } from '../unread.ts';

/** What a store tells of a variant it holds; what it does not tell is left out. */
export interface ToldVariant {
  id: string;
  optionValues: string[];
  price: unknown;
  compareAtPrice?: unknown;
  sku?: string | null;
  barcode?: string | null;
  /** Null or left out: not counted. */
  stock?: unknown;
}

/** What a store tells of a product it holds. */
export interface ToldProduct {
  title: string;
  descriptionHtml: string;
  vendor?: string | null;
  productType?: string | null;
  tags?: string[];
  status: 'active' | 'draft';
  optionNames?: readonly string[];
  variants?: readonly ToldVariant[];
  /** Address of its first image, to be shown and never compared: each store keeps images under addresses of its own. */
  imageUrl?: unknown;
}

/** A product as a store holds it in the form of ours, with nothing in the fields that are neither compared nor shown. */
export function storeProduct(told: ToldProduct): Product {
  const names = told.optionNames ?? [];
  const variants = (told.variants ?? []).map((variant) => variantOf(variant));
  return {
    title: told.title || '?',
    handle: 'in-store',
    descriptionHtml: told.descriptionHtml,
    vendor: told.vendor || null,
    productType: told.productType || null,
    tags: told.tags ?? [],
    options: names.map((name, at) => ({
      name,
      values: [...new Set(variants.map(({ optionValues }) => optionValues[at] ?? ''))],
    })),
    variants: variants.length > 0 ? variants : [variantOf({ id: 'v1', optionValues: [], price: null })],
    pictures: picturesOf(told.imageUrl),
    categories: [],
    seo: { title: null, description: null },
    status: told.status,
    currency: null,
    attributes: [],
    priceTiers: [],
    source: null,
    extra: {},
  };
}

/** A web address, or nothing. Some stores leave the scheme out. */
function picturesOf(sent: unknown): Product['pictures'] {
  const text = textOf(sent);
  const url = text?.startsWith('//') ? `https:${text}` : text;
  return url && /^https?:/.test(url) && URL.canParse(url)
    ? [{ url, alt: '', width: null, height: null }]
    : [];
}

function variantOf({ id, optionValues, price, compareAtPrice, sku, barcode, stock }: ToldVariant): Variant {
  const former = amountOf(compareAtPrice);
  return {
    id,
    sku: sku || null,
    barcode: barcode || null,
    optionValues,
    price: amountOf(price),
    // Stores tell none as nothing, or as an amount of nothing.
    compareAtPrice: former === null || Number(former) === 0 ? null : former,
    cost: null,
    stock: wholeOf(stock),
    available: null,
    weight: null,
    pictureUrl: null,
    requiresShipping: true,
    taxable: true,
  };
}

/** An amount as text or number; null for what is none. */
function amountOf(sent: unknown): string | null {
  const text = typeof sent === 'number' && sent >= 0 ? sent.toFixed(4) : textOf(sent);
  return text !== null && isDecimal(text) && /^\d{1,12}(\.\d+)?$/.test(text)
    ? trimDecimals(Number(text).toFixed(4), 2)
    : null;
}
