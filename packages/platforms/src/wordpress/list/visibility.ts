import type { ListerContext, StoreAccess } from '../../listing/store/access.ts';
import type { VisibilityWriter } from '../../listing/writer.ts';
import type { Outcome } from '../../listing/writes.ts';
import { lookByIds } from './look.ts';
import { sendAll } from './write.ts';

/**
 * Draft, or published under its current slug. A post in the trash stays there: writing any status to it would restore
 * it.
 */
export const visibility: VisibilityWriter = {
  lacksParts: null,
  isHidden: ({ address }) => address === null,
  hide: (ids, _as, store, context) => setStatus(ids, 'draft', store, context),
  show: (ids, store, context) => setStatus(ids, 'publish', store, context),
};

async function setStatus(
  ids: readonly string[],
  status: 'draft' | 'publish',
  store: StoreAccess,
  context: ListerContext,
): Promise<Outcome[]> {
  const seen = await lookByIds(ids, store, context);
  const there = ids.filter((_, at) => seen[at] !== null);
  const stated =
    there.length === 0
      ? []
      : await sendAll(
          there.map((id) => ({ method: 'POST', path: `/wp/v2/posts/${id}`, body: { status } })),
          store,
          context,
        );
  const outcomes = new Map(there.map((id, at) => [id, stated[at]]));
  return ids.map((id) => outcomes.get(id) ?? { outcome: 'missing' });
}
