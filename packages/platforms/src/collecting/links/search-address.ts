import type { Place } from '../shop-reader.ts';
import { readAddress } from './handle-address.ts';

/** How a platform's shops write the address of their search. */
export interface SearchForm {
  /** Path below the shop's root: "/search". */
  path: string;
  /** Name of the search text parameter, followed by the names that older themes use. */
  words: readonly [string, ...string[]];
  /** Other parameters of the search: "type" of "product". */
  also: Readonly<Record<string, string>>;
}

const wordsMax = 300;

/** Returns the address of this shop's search results for this text. */
export function searchAddress(root: string, { path, words: [name], also }: SearchForm, words: string): URL {
  const url = new URL(root + path);
  for (const [key, value] of Object.entries(also)) {
    url.searchParams.set(key, value);
  }
  url.searchParams.set(name, words.toWellFormed().trim().slice(0, wordsMax));
  return url;
}

/** Returns what an address of such a shop names: a search, otherwise the result of `readAddress`. */
export function readWithSearch(url: URL, form: SearchForm): Place {
  const place = readAddress(url);
  const root = place.root;
  const path = (url.origin + url.pathname).replace(/\/$/, '');
  const words = form.words
    .map((name) => url.searchParams.get(name)?.trim() ?? '')
    .find((found) => found !== '');
  return path === root + form.path && words !== undefined
    ? { root, shop: url.host, scope: 'search', key: words.slice(0, wordsMax) }
    : place;
}
