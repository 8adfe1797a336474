import type { CollectScope } from '@bowerbird/contract/collect';

/** What an address of a Shopify shop names. */
export interface ShopAddress {
  /** Shop root with the locale prefix, without a slash at the end: "https://shop.example/en-ca". */
  root: string;
  /** Host (and port) as it was given: under this name the goods are kept. */
  shop: string;
  scope: Exclude<CollectScope, 'list'>;
  /** Of the product or category; null for the whole shop. */
  handle: string | null;
}

const locale = /^\/[a-z]{2}(?:-[a-z]{2,4})?(?=\/|$)/i;

/**
 * Reads an address. `/collections/x/products/y` is a product; `/collections/all` is Shopify's name for the whole shop;
 * what is neither a product nor a category stands for the whole shop. A locale prefix is kept in `root`, for it decides
 * the language and the prices.
 */
export function readAddress(url: URL): ShopAddress {
  const prefix = locale.exec(url.pathname)?.[0] ?? '';
  const parts = url.pathname.slice(prefix.length).split('/').filter(Boolean);
  const root = url.origin + prefix;

  const product =
    parts[0] === 'products'
      ? parts[1]
      : parts[0] === 'collections' && parts[2] === 'products'
        ? parts[3]
        : undefined;
  if (product) {
    return {
      root,
      shop: url.host,
      scope: 'product',
      handle: handleOf(product.replace(/\.(json|js|oembed)$/, '')),
    };
  }
  const category = parts[0] === 'collections' ? parts[1]?.replace(/\.(json|atom)$/, '') : undefined;
  if (category && category !== 'all') {
    return { root, shop: url.host, scope: 'category', handle: handleOf(category) };
  }
  return { root, shop: url.host, scope: 'shop', handle: null };
}

/** Never throws: half a character, of which some handles are made, becomes a replacement mark. */
export function productAddress(root: string, handle: string): string {
  return `${root}/products/${encodeURIComponent(handle.toWellFormed())}`;
}

export function categoryAddress(root: string, handle: string): string {
  return `${root}/collections/${encodeURIComponent(handle.toWellFormed())}`;
}

/** Handles may be Chinese; an address writes them percent-encoded. */
function handleOf(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
