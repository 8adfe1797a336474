import type { SearchForm } from '../../collecting/links/search-address.ts';

/**
 * The search page that shoppers see (assumed); its products come from `/api/search` (`readme.md`, Public endpoints).
 */
export const searchForm: SearchForm = { path: '/search', words: ['keyword', 'q'], also: { type: 'product' } };
