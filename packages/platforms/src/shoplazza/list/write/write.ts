import type { ListerContext, StoreAccess } from '../../../listing/store/access.ts';
import { isToBeSeen, type Outcome, type ToCreate, type ToUpdate } from '../../../listing/writes.ts';
import { call, versionOf } from '../connection/client.ts';
import { seenOf } from '../seen.ts';
import { newProduct } from './body.ts';
import { appliedBy, outcomeOf } from './outcome.ts';

/** Creates a complete product in one request (`readme.md`, Writing products). */
export async function create(item: ToCreate, store: StoreAccess, context: ListerContext): Promise<Outcome> {
  const product = await newProduct(item, versionOf(store));
  const answer = await call({ method: 'POST', route: '/products', json: { product } }, store, context, {
    gated: true,
  });
  const seen = answer.kind === 'json' ? await seenOf(answer.body.product, store) : null;
  return outcomeOf(answer, () => appliedBy(seen, item.attemptId), { byId: false });
}

/**
 * Creates a hidden product, whatever visibility is wanted: `publish` shows it once it is bound
 * (`docs/listing-protocol.md`, Draft first).
 */
export function createHidden(item: ToCreate, store: StoreAccess, context: ListerContext): Promise<Outcome> {
  return create({ ...item, options: { ...item.options, status: 'draft', publish: false } }, store, context);
}

/** Publishes a product when that is wanted. */
export async function publish(item: ToUpdate, store: StoreAccess, context: ListerContext): Promise<Outcome> {
  const isOld = versionOf(store) === '2022-01';
  const wanted = isToBeSeen(item.options);
  const product = { published: wanted, ...(isOld && { title: item.product.title }) };
  const route = `/products/${encodeURIComponent(item.storeProductId)}`;
  const answer = await call({ method: 'PUT', route, json: { product } }, store, context, { gated: true });
  const seen = answer.kind === 'json' ? await seenOf(answer.body.product, store) : null;
  const isShown = seen !== null && (seen.address !== null) === wanted;
  return outcomeOf(
    answer,
    () =>
      isShown ? appliedBy(seen, null) : { outcome: 'unknown', because: 'the answer shows it otherwise' },
    { byId: true },
  );
}

/** Deletes permanently: this store has no trash (`readme.md`, Writing products). */
export async function remove(id: string, store: StoreAccess, context: ListerContext): Promise<Outcome> {
  const route = `/products/${encodeURIComponent(id)}`;
  const answer = await call({ method: 'DELETE', route }, store, context, { gated: true });
  return outcomeOf(
    answer,
    () => ({ outcome: 'applied', storeProductId: id, version: '', hash: '', address: null, notes: [] }),
    { byId: true },
  );
}
