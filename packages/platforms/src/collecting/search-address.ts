import { readAddress } from './handle-address.ts';
import type { Place } from './shop-reader.ts';

/** How the shops of a platform write the page of their search. */
export interface SearchForm {
  /** Below the shop's root: "/search". */
  path: string;
  /** The name under which the words stand; others under which older themes put them follow. */
  words: readonly [string, ...string[]];
  /** What else a page of it is asked with: "type" of "product". */
  also: Readonly<Record<string, string>>;
}

const wordsMax = 300;

/** The page of this shop that shows what it finds for these words. */
export function searchAddress(root: string, { path, words: [name], also }: SearchForm, words: string): URL {
  const url = new URL(root + path);
  for (const [key, value] of Object.entries(also)) {
    url.searchParams.set(key, value);
  }
  url.searchParams.set(name, words.toWellFormed().trim().slice(0, wordsMax));
  return url;
}

/** What an address of such a shop names: what its search finds, or else what `readAddress` says. */
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
