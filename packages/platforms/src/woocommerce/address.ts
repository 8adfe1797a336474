import type { Place } from '../collecting/shop-reader.ts';
import { decodedSlug } from '../collecting/wordpress-rest.ts';

/** Words that stand before a product's name in an address, in the languages shops are set up in. */
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

/**
 * Reads an address. WooCommerce lets a shop name its paths as it likes, so the default shapes are known by their words,
 * plain links by their query, and for the rest counts what the page or the person said. Keys are slugs, or `id:22` where
 * an address carries a number only; of a search the words.
 */
export function readAddress(url: URL, said?: Place['scope']): Place {
  const parts = url.pathname
    .split('/')
    .filter((part) => part !== '' && part !== 'index.php')
    .map(decodedSlug);
  const query = url.searchParams;
  const place = (scope: Place['scope'], key: string | null): Place => ({
    root: url.origin,
    shop: url.host,
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
  const category = parts.findIndex((part) => categoryBases.has(part.toLowerCase()));
  const last = parts.findLast((part) => part !== 'page' && !/^\d+$/.test(part)) ?? null;
  if (category !== -1 && category < parts.length - 1) {
    return place('category', last);
  }
  const base = parts.findIndex((part) => productBases.has(part.toLowerCase()));
  if (base !== -1 && base < parts.length - 1 && said !== 'category') {
    return place('product', parts.at(-1) ?? null);
  }
  if (said !== undefined) {
    return place(said, said === 'shop' || said === 'search' ? null : last);
  }
  return place('shop', null);
}

/** The page that shows what the shop finds for these words among its goods. */
export function searchAddress(shop: URL, words: string): URL {
  const url = new URL('/', shop);
  url.searchParams.set('s', words.toWellFormed());
  url.searchParams.set('post_type', 'product');
  return url;
}
