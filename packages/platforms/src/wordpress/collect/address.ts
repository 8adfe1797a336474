import type { Place } from '../../collecting/shop-reader.ts';
import type { SitePaths } from '../../collecting/wordpress/place.ts';
import { partsOf } from '../../collecting/wordpress/rest.ts';
import { isInside, trimmed } from '../../collecting/wordpress/root.ts';

const categoryBases = new Set(['category', 'kategorie', 'categorie', 'categoria', 'kategori']);
/** Query parameters that name a post, a category or a search. */
const queryKeys = ['p', 'cat', 's'];

/**
 * Reads an address. Keys are slugs, or `id:22` when an address has only a number; for a search, the search text; for a
 * plain category link, its number. The folder of a site that is not at its host's root is not part of the key; when the
 * folder is omitted, the address alone decides it.
 */
export function readAddress(url: URL, said?: Place['scope'], folder = folderByPath(url, said)): Place {
  const inside = isInside(url, folder) ? url.pathname.slice(folder.length) : url.pathname;
  const parts = partsOf(inside);
  const place = (scope: Place['scope'], key: string | null): Place => ({
    root: url.origin + folder,
    shop: url.host + folder,
    scope,
    key,
  });
  const number = url.searchParams.get('p');
  const words = url.searchParams.get('s')?.trim() ?? '';
  if (words !== '' && (said === undefined || said === 'search')) {
    return place('search', words);
  }
  const byNumber = url.searchParams.get('cat');
  if (byNumber !== null && /^\d+$/.test(byNumber) && (said === undefined || said === 'category')) {
    return place('category', byNumber);
  }
  const last = parts.findLast((part) => part !== 'page' && !/^\d+$/.test(part)) ?? null;
  const isCategory = parts.slice(0, -1).some(isBase) || said === 'category';
  const key = number !== null && /^\d+$/.test(number) ? `id:${number}` : last;
  const scope = said ?? (isCategory ? 'category' : 'product');
  const isSite = key === null || scope === 'shop' || scope === 'search' || key === 'feed';
  return isSite ? place('shop', null) : place(scope, key);
}

/** How an address is assigned to one of its host's sites. */
export const sitePaths: SitePaths = {
  place: readAddress,
  needsCall(url, said) {
    const parts = partsOf(url.pathname);
    const [first, ...rest] = parts;
    if (first === undefined || url.pathname.startsWith('/index.php/')) {
      return false;
    }
    const isRooted = (isBase(first) || /^\d{4}$/.test(first)) && rest.length > 0;
    const isName = (said === 'product' || said === 'category') && rest.length === 0;
    return !isRooted && (!isName || queryKeys.some((key) => url.searchParams.has(key)));
  },
};

/** Returns the address of the site's search results for this text. */
export function searchAddress(site: URL, words: string): URL {
  const url = new URL(`${folderByPath(site, 'shop')}/`, site.origin);
  url.searchParams.set('s', words.toWellFormed());
  return url;
}

/** Returns a site's folder from the address alone; '' for the host's root. */
function folderByPath(url: URL, said?: Place['scope']): string {
  const sent = url.pathname.split('/').filter((part) => part !== '');
  const end = sent.findIndex(
    (part, at) => part === 'index.php' || (at < sent.length - 1 && isBase(part)) || /^\d{4}$/.test(part),
  );
  if (end !== -1) {
    return trimmed(sent.slice(0, end).join('/'));
  }
  const isPlain = queryKeys.some((key) => url.searchParams.has(key));
  return said === 'shop' || said === 'search' || isPlain
    ? trimmed(url.pathname.replace(/\/page\/\d{1,5}\/?$|\/feed\/?$/, '/'))
    : '';
}

function isBase(part: string): boolean {
  return categoryBases.has(part.toLowerCase());
}
