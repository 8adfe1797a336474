import type { Place } from '../shop-reader.ts';

const locale = /^\/[a-z]{2}(?:-[a-z]{2,4})?(?=\/|$)/i;

/**
 * Reads an address of a shop whose products are at `/products/{handle}`, paths that several platforms copied.
 * `/collections/x/products/y` is a product; `/collections/all` means the whole shop, and so does an address that names
 * neither a product nor a category. A locale prefix is kept in `root`, because it decides the language and the prices.
 */
export function readAddress(url: URL): Place {
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
      key: handleOf(product.replace(/\.(json|js|oembed)$/, '')),
    };
  }
  const category = parts[0] === 'collections' ? parts[1]?.replace(/\.(json|atom)$/, '') : undefined;
  if (category && category !== 'all') {
    return { root, shop: url.host, scope: 'category', key: handleOf(category) };
  }
  return { root, shop: url.host, scope: 'shop', key: null };
}

/**
 * Returns a product's address. Never throws: an incomplete character, which some handles contain, becomes a replacement
 * character.
 */
export function productAddress(root: string, handle: string): string {
  return `${root}/products/${encodeURIComponent(handle.toWellFormed())}`;
}

export function categoryAddress(root: string, handle: string): string {
  return `${root}/collections/${encodeURIComponent(handle.toWellFormed())}`;
}

/** Decodes a handle: handles may be Chinese, and an address percent-encodes them. */
function handleOf(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
