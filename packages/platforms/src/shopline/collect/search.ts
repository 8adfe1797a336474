import { type SearchForm, searchAddress } from '../../collecting/links/search-address.ts';

/** Source: developer.shopline.com, "Product search", the form and its parameters. */
export const searchForm: SearchForm = { path: '/products/search', words: ['keyword'], also: {} };

/** Number of search results on one page. */
const pageSize = 48;

export function searchPage(root: string, words: string, page: number): URL {
  const url = searchAddress(root, searchForm, words);
  url.searchParams.set('page_num', String(page));
  url.searchParams.set('page_size', String(pageSize));
  return url;
}
