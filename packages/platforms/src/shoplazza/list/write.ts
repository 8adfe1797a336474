import type { ListerContext, StoreAccess } from '../../listing/store.ts';
import { type Fate, isToBeSeen, type ToCreate, type ToUpdate } from '../../listing/writes.ts';
import { newProduct } from './body.ts';
import { ask, versionOf } from './client.ts';
import { appliedBy, fateOf } from './fate.ts';
import { seenOf } from './seen.ts';

/** A product with everything it has, in one request (`readme.md`, Writing products). */
export async function create(item: ToCreate, store: StoreAccess, context: ListerContext): Promise<Fate> {
  const product = await newProduct(item, versionOf(store));
  const answer = await ask({ method: 'POST', route: '/products', json: { product } }, store, context, {
    gated: true,
  });
  const seen = answer.kind === 'json' ? await seenOf(answer.body.product, store) : null;
  return fateOf(answer, () => appliedBy(seen, item.attemptId), { byId: false });
}

/** Made for nobody's eyes, whatever is wanted: `publish` shows it, once it is bound (`docs/listing-protocol.md`, Draft first). */
export function createHidden(item: ToCreate, store: StoreAccess, context: ListerContext): Promise<Fate> {
  return create({ ...item, options: { ...item.options, status: 'draft', publish: false } }, store, context);
}

/** Shows a product to shoppers, where that is wanted. */
export async function publish(item: ToUpdate, store: StoreAccess, context: ListerContext): Promise<Fate> {
  const isOld = versionOf(store) === '2022-01';
  const wanted = isToBeSeen(item.options);
  const product = { published: wanted, ...(isOld && { title: item.product.title }) };
  const route = `/products/${encodeURIComponent(item.storeProductId)}`;
  const answer = await ask({ method: 'PUT', route, json: { product } }, store, context, { gated: true });
  const seen = answer.kind === 'json' ? await seenOf(answer.body.product, store) : null;
  const isShown = seen !== null && (seen.address !== null) === wanted;
  return fateOf(
    answer,
    () => (isShown ? appliedBy(seen, null) : { fate: 'doubt', because: 'the answer shows it otherwise' }),
    { byId: true },
  );
}

/** For good: this store has no trash (`readme.md`, Writing products). */
export async function remove(id: string, store: StoreAccess, context: ListerContext): Promise<Fate> {
  const route = `/products/${encodeURIComponent(id)}`;
  const answer = await ask({ method: 'DELETE', route }, store, context, { gated: true });
  return fateOf(
    answer,
    () => ({ fate: 'applied', storeProductId: id, version: '', hash: '', address: null, notes: [] }),
    { byId: true },
  );
}
