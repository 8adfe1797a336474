import type { Place } from '../../collecting/shop-reader.ts';
import type { SitePaths } from '../../collecting/wordpress/place.ts';
import { decodedSlug, partsOf } from '../../collecting/wordpress/rest.ts';
import { isInside, trimmed } from '../../collecting/wordpress/root.ts';

/** Words before a product's name in an address, in the languages that shops are set up in. */
const productBases = new Set([
  'product',
  'products',
  'produkt',
  'produkte',
  'produit',
  'produits',
  'producto',
  'productos',
  'prodotto',
  'produto',
  'item',
  '商品',
  '产品',
  '產品',
]);
const categoryBases = new Set([
  'product-category',
  'produkt-kategorie',
  'categorie-produit',
  'categoria-producto',
  'categoria-prodotto',
  'categoria-produto',
  'product-cat',
]);

/** Query parameters that name a product, a category or a search. */
const queryKeys = ['p', 'post', 'product', 'product_cat', 's'];

/**
 * Reads an address. WooCommerce lets a shop choose its paths, so the default forms are recognised by their words and
 * plain permalinks by their query; for the rest, what the page or the person said decides. Keys are slugs, or `id:22`
 * where an address has only a number; for a search, the search words. The folder of a shop that is not at its host's
 * root is left out of what is read; where it is not given, it is what comes before the known words.
 */
export function readAddress(url: URL, said?: Place['scope'], folder = folderByPath(url, said)): Place {
  const inside = isInside(url, folder) ? url.pathname.slice(folder.length) : url.pathname;
  const parts = partsOf(inside);
  const query = url.searchParams;
  const place = (scope: Place['scope'], key: string | null): Place => ({
    root: url.origin + folder,
    shop: url.host + folder,
    scope: key === null ? 'shop' : scope,
    key,
  });

  const number = query.get('p') ?? query.get('post');
  const product = query.get('product') ?? (number !== null && /^\d+$/.test(number) ? `id:${number}` : null);
  if (product !== null && product !== '') {
    return place('product', product);
  }
  const words = query.get('s')?.trim() ?? '';
  if (words !== '' && (said === undefined || said === 'search')) {
    return place('search', words);
  }
  const inQuery = query.get('product_cat');
  if (inQuery !== null && inQuery !== '') {
    return place('category', inQuery);
  }
  const category = parts.findIndex(isCategoryBase);
  const last = parts.findLast((part) => part !== 'page' && !/^\d+$/.test(part)) ?? null;
  if (category !== -1 && category < parts.length - 1) {
    return place('category', last);
  }
  const base = parts.findIndex(isProductBase);
  if (base !== -1 && base < parts.length - 1 && said !== 'category') {
    return place('product', parts.at(-1) ?? null);
  }
  if (said !== undefined) {
    return place(said, said === 'shop' || said === 'search' ? null : last);
  }
  return place('shop', null);
}

/** How an address is assigned to one of the shops of its host. */
export const shopPaths: SitePaths = {
  place: readAddress,
  needsCall(url, said) {
    const parts = partsOf(url.pathname);
    const [first, ...rest] = parts;
    if (first === undefined || url.pathname.startsWith('/index.php/')) {
      return false;
    }
    if (isBase(first) && rest.length > 0) {
      return rest.some(isBase);
    }
    const isName = (said === 'product' || said === 'category') && parts.length === 1;
    return !isName || queryKeys.some((key) => url.searchParams.has(key));
  },
};

/** Returns the address of the shop's search results for these words. */
export function searchAddress(shop: URL, words: string): URL {
  const url = new URL(`${folderByPath(shop)}/`, shop.origin);
  url.searchParams.set('s', words.toWellFormed());
  url.searchParams.set('post_type', 'product');
  return url;
}

/** Returns the folder of a shop, judging from the address alone; '' for the host's root. */
function folderByPath(url: URL, said?: Place['scope']): string {
  const sent = url.pathname.split('/').filter((part) => part !== '');
  const php = sent.indexOf('index.php');
  const base = sent.findIndex((part, at) => at < sent.length - 1 && isBase(decodedSlug(part)));
  const end = [php, base].filter((at) => at !== -1);
  if (end.length > 0) {
    return trimmed(sent.slice(0, Math.min(...end)).join('/'));
  }
  if ((said === 'product' || said === 'category') && !queryKeys.some((key) => url.searchParams.has(key))) {
    return '';
  }
  return trimmed(url.pathname.replace(/\/page\/\d{1,5}\/?$/, '/'));
}

function isProductBase(part: string): boolean {
  return productBases.has(part.toLowerCase());
}

function isCategoryBase(part: string): boolean {
  return categoryBases.has(part.toLowerCase());
}

function isBase(part: string): boolean {
  return isProductBase(part) || isCategoryBase(part);
}
