import type { VisibilityWriter } from '../../../listing/writer.ts';
import { setStatus } from './show.ts';

/** Visibility of products: unpublished as a draft, or published under the slug they have. */
export const visibility: VisibilityWriter = {
  lacksParts: null,
  isHidden: ({ address }) => address === null,
  hide: (ids, _as, store, context) => setStatus(ids, 'draft', store, context),
  show: (ids, store, context) => setStatus(ids, 'publish', store, context),
};
