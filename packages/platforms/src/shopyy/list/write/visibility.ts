import type { ListerContext, StoreAccess } from '../../../listing/store/access.ts';
import type { VisibilityWriter } from '../../../listing/writer.ts';
import type { Outcome } from '../../../listing/writes.ts';
import { wholeOf } from '../../../reading/unread.ts';
import { rowsOf } from '../seen.ts';
import { replace } from './write.ts';

/**
 * Visible or not: the platform has no other status. Changing it replaces the whole product, which is sent back as read;
 * its variants get new numbers all the same (`readme.md`, Writing products). A product that lost its variants in this
 * way is not published.
 */
export const visibility: VisibilityWriter = {
  isHidden: ({ address }) => address === null,
  // Interrupted in a write that replaced everything: sending it back is refused, because it has no images.
  lacksParts: ({ partial }) => partial === true,
  hide: (ids, _as, store, context) => setAll(ids, 0, store, context),
  show: (ids, store, context) => setAll(ids, 1, store, context),
};

async function setAll(
  ids: readonly string[],
  status: 0 | 1,
  store: StoreAccess,
  context: ListerContext,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const id of ids) {
    outcomes.push(
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
  return outcomes;
}
