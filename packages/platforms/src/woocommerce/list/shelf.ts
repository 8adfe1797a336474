import type { Shelf } from '../../listing/lister.ts';
import { setStatus } from './show.ts';

/** As a draft, or published under the slug it has. */
export const shelf: Shelf = {
  isHidden: ({ address }) => address === null,
  hide: (ids, _as, store, context) => setStatus(ids, 'draft', store, context),
  show: (ids, store, context) => setStatus(ids, 'publish', store, context),
};
