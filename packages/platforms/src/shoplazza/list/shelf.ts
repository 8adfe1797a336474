import { AppError } from '@bowerbird/contract/errors';
import type { Shelf } from '../../listing/lister.ts';
import type { ListerContext, StoreAccess } from '../../listing/store.ts';
import type { Fate } from '../../listing/writes.ts';
import { ask, versionOf } from './client.ts';
import { appliedBy, fateOf } from './fate.ts';
import { readFormer } from './former.ts';
import { seenOf } from './seen.ts';

/** Published or not: the platform knows no more. */
export const shelf: Shelf = {
  isHidden: ({ address }) => address === null,
  hide: (ids, _as, store, context) => setAll(ids, false, store, context),
  show: (ids, store, context) => setAll(ids, true, store, context),
};

function setAll(
  ids: readonly string[],
  published: boolean,
  store: StoreAccess,
  context: ListerContext,
): Promise<Fate[]> {
  return Promise.all(ids.map((id) => setPublished(id, published, store, context)));
}

async function setPublished(
  id: string,
  published: boolean,
  store: StoreAccess,
  context: ListerContext,
): Promise<Fate> {
  // The oldest version wants the title with every write (`readme.md`, Writing products).
  const isOld = versionOf(store) === '2022-01';
  const title = isOld ? await titleOf(id, store, context) : null;
  if (title !== null && typeof title !== 'string') {
    return title;
  }
  const route = `/products/${encodeURIComponent(id)}`;
  const json = { product: { published, ...(title !== null && { title }) } };
  const answer = await ask({ method: 'PUT', route, json }, store, context, { gated: true });
  const seen = answer.kind === 'json' ? await seenOf(answer.body.product, store) : null;
  const isSo = seen !== null && (seen.address !== null) === published;
  return fateOf(
    answer,
    () => (isSo ? appliedBy(seen, null) : { fate: 'doubt', because: 'the answer shows it otherwise' }),
    { byId: true },
  );
}

async function titleOf(id: string, store: StoreAccess, context: ListerContext): Promise<string | Fate> {
  try {
    const former = await readFormer(id, store, context);
    return former === null ? { fate: 'missing' } : former.title;
  } catch (thrown) {
    return { fate: 'doubt', because: `not read: ${AppError.from(thrown).message}` };
  }
}
