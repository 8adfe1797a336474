import type { SearchForm } from '../collecting/search-address.ts';

/** The page that shoppers see of a search (assumed); its goods come from `/api/search` (`readme.md`, Public endpoints). */
export const searchForm: SearchForm = { path: '/search', words: ['keyword', 'q'], also: { type: 'product' } };
