import type { SearchForm } from '../collecting/search-address.ts';

/** The page that shoppers see of a search (assumed); its goods come from `/api/search` (platform notes 2.1, d). */
export const searchForm: SearchForm = { path: '/search', words: ['keyword', 'q'], also: { type: 'product' } };
