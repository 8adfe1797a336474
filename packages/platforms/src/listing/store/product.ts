import { isDecimal, trimDecimals } from '@bowerbird/catalog/pricing/price';
import type { Product, Variant } from '@bowerbird/catalog/product';
import { textOf, wholeOf } from '../../reading/unread.ts';

/** What a store returns of a variant it holds; what it does not return is left out. */
export interface StatedVariant {
  id: string;
  optionValues: string[];
  price: unknown;
  compareAtPrice?: unknown;
  sku?: string | null;
  barcode?: string | null;
  /** Null or left out: inventory is not counted. */
  stock?: unknown;
}

/** What a store returns of a product it holds. */
export interface StatedProduct {
  title: string;
  descriptionHtml: string;
  vendor?: string | null;
  productType?: string | null;
  tags?: string[];
  status: 'active' | 'draft';
  optionNames?: readonly string[];
  variants?: readonly StatedVariant[];
  /** Address of the first image, to be shown and never compared: each store keeps images under addresses of its own. */
  imageUrl?: unknown;
}

/** Returns a product that a store holds in our data model; fields that are neither compared nor shown are empty. */
export function storeProduct(stated: StatedProduct): Product {
  const names = stated.optionNames ?? [];
  const variants = (stated.variants ?? []).map((variant) => variantOf(variant));
  return {
    title: stated.title || '?',
    handle: 'in-store',
    descriptionHtml: stated.descriptionHtml,
    vendor: stated.vendor || null,
    productType: stated.productType || null,
    tags: stated.tags ?? [],
    options: names.map((name, at) => ({
      name,
      values: [...new Set(variants.map(({ optionValues }) => optionValues[at] ?? ''))],
    })),
    variants: variants.length > 0 ? variants : [variantOf({ id: 'v1', optionValues: [], price: null })],
    images: imagesOf(stated.imageUrl),
    categories: [],
    seo: { title: null, description: null },
    status: stated.status,
    currency: null,
    attributes: [],
    priceTiers: [],
    source: null,
    extra: {},
  };
}

/** Returns the image as a web address, or nothing. Some stores leave out the scheme. */
function imagesOf(sent: unknown): Product['images'] {
  const text = textOf(sent);
  const url = text?.startsWith('//') ? `https:${text}` : text;
  return url && /^https?:/.test(url) && URL.canParse(url)
    ? [{ url, alt: '', width: null, height: null }]
    : [];
}

function variantOf({ id, optionValues, price, compareAtPrice, sku, barcode, stock }: StatedVariant): Variant {
  const former = amountOf(compareAtPrice);
  return {
    id,
    sku: sku || null,
    barcode: barcode || null,
    optionValues,
    price: amountOf(price),
    // Stores return a missing compare-at price as nothing, or as an amount of zero.
    compareAtPrice: former === null || Number(former) === 0 ? null : former,
    cost: null,
    stock: wholeOf(stock),
    available: null,
    weight: null,
    imageUrl: null,
    requiresShipping: true,
    taxable: true,
  };
}

/** Returns an amount given as text or number; null for anything else. */
function amountOf(sent: unknown): string | null {
  const text = typeof sent === 'number' && sent >= 0 ? sent.toFixed(4) : textOf(sent);
  return text !== null && isDecimal(text) && /^\d{1,12}(\.\d+)?$/.test(text)
    ? trimDecimals(Number(text).toFixed(4), 2)
    : null;
}
