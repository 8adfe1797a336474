import { AppError } from '@bowerbird/contract/errors';
import type { ListerContext, StoreAccess } from '../../../listing/store/access.ts';
import type { VisibilityWriter } from '../../../listing/writer.ts';
import type { Outcome } from '../../../listing/writes.ts';
import { call, versionOf } from '../connection/client.ts';
import { seenOf } from '../seen.ts';
import { readFormer } from './former.ts';
import { appliedBy, outcomeOf } from './outcome.ts';

/** Published or not: the platform has no other status. */
export const visibility: VisibilityWriter = {
  lacksParts: null,
  isHidden: ({ address }) => address === null,
  hide: (ids, _as, store, context) => setAll(ids, false, store, context),
  show: (ids, store, context) => setAll(ids, true, store, context),
};

function setAll(
  ids: readonly string[],
  published: boolean,
  store: StoreAccess,
  context: ListerContext,
): Promise<Outcome[]> {
  return Promise.all(ids.map((id) => setPublished(id, published, store, context)));
}

async function setPublished(
  id: string,
  published: boolean,
  store: StoreAccess,
  context: ListerContext,
): Promise<Outcome> {
  // The oldest version requires the title with every write (`readme.md`, Writing products).
  const isOld = versionOf(store) === '2022-01';
  const title = isOld ? await titleOf(id, store, context) : null;
  if (title !== null && typeof title !== 'string') {
    return title;
  }
  const route = `/products/${encodeURIComponent(id)}`;
  const json = { product: { published, ...(title !== null && { title }) } };
  const answer = await call({ method: 'PUT', route, json }, store, context, { gated: true });
  const seen = answer.kind === 'json' ? await seenOf(answer.body.product, store) : null;
  const isSo = seen !== null && (seen.address !== null) === published;
  return outcomeOf(
    answer,
    () => (isSo ? appliedBy(seen, null) : { outcome: 'unknown', because: 'the answer shows it otherwise' }),
    { byId: true },
  );
}

async function titleOf(id: string, store: StoreAccess, context: ListerContext): Promise<string | Outcome> {
  try {
    const former = await readFormer(id, store, context);
    return former === null ? { outcome: 'missing' } : former.title;
  } catch (thrown) {
    return { outcome: 'unknown', because: `not read: ${AppError.from(thrown).message}` };
  }
}
