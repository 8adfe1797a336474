import type { Product } from '@bowerbird/catalog/product';
import { productAddress } from '../../collecting/links/handle-address.ts';
import { readGallery } from '../../collecting/pages/gallery.ts';
import { unreadable } from '../../collecting/pages/unreadable.ts';
import { currencyOf, readVariants } from '../../collecting/pages/variant-rows.ts';
import { withAbsoluteAddresses } from '../../net/addresses.ts';
import { idOf, isObject, itemsOf, textOf, type UnreadObject } from '../../reading/unread.ts';
import type { StockNote } from './inventory/inventory.ts';
import { shopifyRows, variantDetails } from './rows.ts';

/** Facts about a product that come from the shop it was read in. */
export interface ShopFacts {
  /** Shop root that the product was read under, locale prefix included. */
  root: string;
  /** Host under which the products are stored. */
  shop: string;
  storeName: string | null;
  /** Currency of the visitor's session, in which prices are shown; null when the shop does not state it. */
  currency: string | null;
  /** What was found out about the product's inventory; null or left out where it was not requested. */
  stock?: StockNote | null;
}

/** Returns the id and handle of a product as the shop sends it; null for what is missing. */
export function identityOf(sent: unknown): { id: string | null; handle: string | null } {
  return isObject(sent) ? { id: idOf(sent.id), handle: textOf(sent.handle) } : { id: null, handle: null };
}

/**
 * Converts a product as `/products.json` or `/products/{handle}.json` sends it to our data model; the two differ in
 * what they leave out. Parsed by hand in one pass: an invalid field that does not matter loses only that field and not
 * the product, and a page takes a quarter less time than with a schema first (figures in the readme). Throws
 * `source.product-unreadable` or `source.price-unreadable`.
 */
export function readProduct(sent: unknown, facts: ShopFacts, categories: string[][] = []): Product {
  if (!isObject(sent)) {
    throw unreadable('product', null);
  }
  const handle = textOf(sent.handle);
  // A handle that arrived with damaged bytes leads nowhere.
  if (handle === null || handle.includes('\uFFFD') || !handle.isWellFormed()) {
    throw unreadable('handle', handle);
  }
  const id = idOf(sent.id);
  if (id === null) {
    throw unreadable('id', handle);
  }
  const title = textOf(sent.title);
  if (title === null) {
    throw unreadable('title', handle);
  }

  const url = productAddress(facts.root, handle);
  const images = readGallery(sent, url);
  const { options, variants } = readVariants(sent, handle, images, shopifyRows);
  // Only the single-product form contains it.
  const first = itemsOf(sent.variants)[0];
  const currency = isObject(first) ? currencyOf(first.price_currency) : null;
  return {
    title,
    handle,
    descriptionHtml: typeof sent.body_html === 'string' ? withAbsoluteAddresses(sent.body_html, url) : '',
    vendor: textOf(sent.vendor),
    productType: textOf(sent.product_type),
    tags: tagsOf(sent.tags),
    options,
    variants,
    images: images.all,
    categories,
    seo: { title: null, description: null },
    status: 'active',
    currency: currency ?? facts.currency,
    attributes: [],
    priceTiers: [],
    source: { platform: 'shopify', shop: facts.shop, id, url, storeName: facts.storeName },
    extra: {
      shopify: kept(sent, variantDetails(variants, sent.variants)),
      ...(facts.stock && { stock: { ...facts.stock } }),
    },
  };
}

/**
 * Returns what we do not model. Never fields that change without the product changing (`updated_at`): a product is
 * compared by its content, and unchanged ones are not written again.
 */
function kept(sent: UnreadObject, variants: Record<string, unknown> | null): Record<string, unknown> {
  const extra: Record<string, unknown> = {};
  for (const key of ['published_at', 'created_at', 'template_suffix', 'published_scope'] as const) {
    const value = textOf(sent[key]);
    if (value !== null) {
      extra[key] = value;
    }
  }
  if (variants !== null) {
    extra.variants = variants;
  }
  return extra;
}

/** A list in the feed, one comma-separated text in the single-product form. */
function tagsOf(sent: unknown): string[] {
  const tags = typeof sent === 'string' ? sent.split(',') : itemsOf(sent);
  const texts: string[] = [];
  for (const tag of tags) {
    const text = typeof tag === 'number' ? String(tag) : textOf(tag);
    if (text !== null) {
      texts.push(text);
    }
  }
  return texts;
}
