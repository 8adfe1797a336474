import type { Shelf } from '../../listing/lister.ts';
import type { ListerContext, StoreAccess } from '../../listing/store.ts';
import type { Fate } from '../../listing/writes.ts';
import { lookByIds } from './look.ts';
import { sendAll } from './write.ts';

/** As a draft, or published under the slug it has. One in the trash is left there: any status written to it takes it out. */
export const shelf: Shelf = {
  isHidden: ({ address }) => address === null,
  hide: (ids, _as, store, context) => setStatus(ids, 'draft', store, context),
  show: (ids, store, context) => setStatus(ids, 'publish', store, context),
};

async function setStatus(
  ids: readonly string[],
  status: 'draft' | 'publish',
  store: StoreAccess,
  context: ListerContext,
): Promise<Fate[]> {
  const seen = await lookByIds(ids, store, context);
  const there = ids.filter((_, at) => seen[at] !== null);
  const told =
    there.length === 0
      ? []
      : await sendAll(
          there.map((id) => ({ method: 'POST', path: `/wp/v2/posts/${id}`, body: { status } })),
          store,
          context,
        );
  const fates = new Map(there.map((id, at) => [id, told[at]]));
  return ids.map((id) => fates.get(id) ?? { fate: 'missing' });
}
