import { type SearchForm, searchAddress } from '../../collecting/links/search-address.ts';

/**
 * Search parameters. Source: shopify.dev, "Storefront search", the parameters of `/search`. Closed to robots in the
 * usual robots.txt.
 */
export const searchForm: SearchForm = { path: '/search', words: ['q'], also: { type: 'product' } };

/** Returns the address of one page of search results; the theme decides how many results a page has. */
export function searchPage(root: string, words: string, page: number): URL {
  const url = searchAddress(root, searchForm, words);
  url.searchParams.set('page', String(page));
  return url;
}
