import { type SearchForm, searchAddress } from '../collecting/search-address.ts';

/** Source: shopify.dev, "Storefront search", the parameters of `/search`. Closed to robots in the usual robots.txt. */
export const searchForm: SearchForm = { path: '/search', words: ['q'], also: { type: 'product' } };

/** One page of what the shop finds; how many stand on it is the theme's choice. */
export function searchPage(root: string, words: string, page: number): URL {
  const url = searchAddress(root, searchForm, words);
  url.searchParams.set('page', String(page));
  return url;
}
