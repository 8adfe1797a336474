import type { Shelf } from '../../listing/lister.ts';
import type { ListerContext, StoreAccess } from '../../listing/store.ts';
import type { Fate } from '../../listing/writes.ts';
import { wholeOf } from '../../unread.ts';
import { rowsOf } from './seen.ts';
import { replace } from './write.ts';

/**
 * Shown or not: the platform knows no more. It replaces the whole product for it, which goes back as it was read; its variants
 * get new numbers all the same (`readme.md`, Writing products). What lost its variants by that is not told to be shown.
 */
export const shelf: Shelf = {
  isHidden: ({ address }) => address === null,
  // Cut off in a write that replaced the whole: what is sent back then is refused, as it has no images.
  lacksParts: ({ halfMade }) => halfMade === true,
  hide: (ids, _as, store, context) => setAll(ids, 0, store, context),
  show: (ids, store, context) => setAll(ids, 1, store, context),
};

async function setAll(
  ids: readonly string[],
  status: 0 | 1,
  store: StoreAccess,
  context: ListerContext,
): Promise<Fate[]> {
  const fates: Fate[] = [];
  for (const id of ids) {
    fates.push(
      await replace(
        { storeProductId: id, attemptId: '' },
        (live) => ({ ...live, status }),
        store,
        context,
        () => (live) =>
          wholeOf(live.status) === status && (status === 0 || rowsOf(live).length > 0) ? [] : null,
      ),
    );
  }
  return fates;
}
