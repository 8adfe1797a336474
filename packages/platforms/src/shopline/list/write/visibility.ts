import type { ListerContext, StoreAccess } from '../../../listing/store/access.ts';
import type { VisibilityWriter } from '../../../listing/writer.ts';
import type { Outcome } from '../../../listing/writes.ts';
import { send } from './write.ts';

/** The platform has draft and archived products (`readme.md`, Visibility). */
export const visibility: VisibilityWriter = {
  lacksParts: null,
  isHidden: ({ status }) => status !== 'active',
  hide: (ids, as, store, context) => setStatus(ids, as, store, context),
  show: (ids, store, context) => setStatus(ids, 'active', store, context),
};

function setStatus(
  ids: readonly string[],
  status: 'active' | 'draft' | 'archived',
  store: StoreAccess,
  context: ListerContext,
): Promise<Outcome[]> {
  return Promise.all(
    ids.map((id) => {
      const path = `products/${encodeURIComponent(id)}.json`;
      return send({ method: 'PUT', path, json: { product: { status } } }, 'by-id', store, context);
    }),
  );
}
