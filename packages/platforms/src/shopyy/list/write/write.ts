import { AppError } from '@bowerbird/contract/errors';
import type { Json } from '../../../context.ts';
import type { ListerContext, StoreAccess } from '../../../listing/store/access.ts';
import type { Outcome, StoreFault, ToCreate, ToUpdate } from '../../../listing/writes.ts';
import { idOf, isObject, type UnreadObject, wholeOf } from '../../../reading/unread.ts';
import { type Answer, type ApiRequest, call, readProduct, throttleWaitsMs } from '../client.ts';
import { collectionsIn } from '../collections.ts';
import { isDailyCap, isMissing, isThrottle, refusalIn } from '../said.ts';
import { seenOf } from '../seen.ts';
import { noCollection, notKept } from './kept.ts';
import { changedBody, type Mode, newBody, shownBody, wantedStatus } from './product-body.ts';

/** A write that was answered with success, and what should now be found of it. */
interface Written {
  item: Pick<ToCreate, 'attemptId'>;
  id: string;
  /** Returns what the store did not keep of it; null when it is missing entirely. */
  judge(live: UnreadObject): StoreFault[] | null;
}

/**
 * Creates a product with one request, then reads it back: the store's success answer proves nothing (`readme.md`,
 * Versions and answers).
 */
export async function create(
  item: ToCreate,
  store: StoreAccess,
  context: ListerContext,
  mode: Mode,
): Promise<Outcome> {
  const body = fields(newBody(item, store, mode));
  const answer = await writeRequest({ method: 'POST', path: '/products', json: body }, store, context);
  const outcome = unlessYes(answer);
  if (outcome !== null) {
    return outcome.outcome === 'missing'
      ? { outcome: 'unknown', because: 'nothing is there to be made' }
      : outcome;
  }
  const id = answer.kind === 'data' && isObject(answer.data) ? idOf(answer.data.id) : null;
  if (id === null) {
    return { outcome: 'unknown', because: 'an answer without the product' };
  }
  return await readBack({ item, id, judge: keptOf(item, body, store) }, store, context);
}

/**
 * Updates a product by its id. The store replaces all of it, so it is read first, and everything that is not ours is
 * sent back unchanged; its variants get new numbers all the same (`readme.md`, Writing products).
 */
export async function update(item: ToUpdate, store: StoreAccess, context: ListerContext): Promise<Outcome> {
  return await replace(
    item,
    (live) => changedBody(item, live, store),
    store,
    context,
    (body) => keptOf(item, body, store),
  );
}

/** Reads the current products for the write that follows; null for one that does not exist. */
export async function held(
  ids: readonly string[],
  _before: 'update' | 'publish',
  store: StoreAccess,
  context: ListerContext,
): Promise<Json[]> {
  const all: Json[] = [];
  for (const id of ids) {
    // biome-ignore lint/plugin: what we read ourselves, as it is written down
    all.push(JSON.parse(JSON.stringify(await readProduct(id, store, context))));
  }
  return all;
}

/**
 * Gives a product that was created hidden its own handle, and publishes it when that is wanted. Changes nothing else.
 */
export async function publish(item: ToUpdate, store: StoreAccess, context: ListerContext): Promise<Outcome> {
  return await replace(
    item,
    (live) => shownBody(item, live),
    store,
    context,
    (body) => (live) =>
      wholeOf(live.status) === wantedStatus(item.options) ? notKept(item, body, live) : null,
  );
}

/** Deletes a product permanently: the platform has no trash (`readme.md`, Writing products). */
export async function remove(id: string, store: StoreAccess, context: ListerContext): Promise<Outcome> {
  const path = `/products/${encodeURIComponent(id)}`;
  const answer = await writeRequest({ method: 'DELETE', path }, store, context);
  if (answer.kind === 'said' && answer.said.message === '数据不存在') {
    return { outcome: 'missing' };
  }
  const outcome = unlessYes(answer);
  if (outcome !== null) {
    return outcome;
  }
  const left = await readOrUnknown(id, store, context);
  if (left === null) {
    return { outcome: 'applied', storeProductId: id, version: '', hash: '', address: null, notes: [] };
  }
  return isOutcome(left) ? left : { outcome: 'unknown', because: 'said to be deleted, and still there' };
}

export async function replace(
  item: Pick<ToUpdate, 'storeProductId' | 'attemptId' | 'held'>,
  bodyOf: (live: UnreadObject) => object,
  store: StoreAccess,
  context: ListerContext,
  judge: (body: UnreadObject) => Written['judge'],
): Promise<Outcome> {
  const { storeProductId: id, held: given } = item;
  const live = isObject(given) || given === null ? given : await readOrUnknown(id, store, context, false);
  if (live === null) {
    return { outcome: 'missing' };
  }
  if (isOutcome(live)) {
    return live;
  }
  const body = fields(bodyOf(live));
  const path = `/products/${encodeURIComponent(id)}`;
  const answer = await writeRequest({ method: 'PUT', path, json: body }, store, context);
  return unlessYes(answer) ?? (await readBack({ item, id, judge: judge(body) }, store, context));
}

/** Sends a write, and waits after the store's "too many at once" before anything else is sent. */
async function writeRequest(
  request: ApiRequest,
  store: StoreAccess,
  context: ListerContext,
): Promise<Answer> {
  const answer = await call(request, store, context, { gated: true });
  if (answer.kind === 'said' && isThrottle(answer.said) && !isDailyCap(answer.said)) {
    // When a stop ends the wait, the outcome is unknown as it would be without the wait.
    await context.sleep(throttleWaitsMs[0], context.signal).catch(() => undefined);
  }
  return answer;
}

/**
 * Returns the outcome of a request from its answer; null for success. A rate limit answer says nothing about an earlier
 * copy of the request.
 */
function unlessYes(answer: Answer): Exclude<Outcome, { outcome: 'applied' }> | null {
  if (answer.kind === 'data') {
    return null;
  }
  if (answer.kind === 'unclear') {
    return { outcome: 'unknown', because: answer.because };
  }
  const { said } = answer;
  if (isMissing(said)) {
    return { outcome: 'missing' };
  }
  const fault = refusalIn(said);
  return fault === null
    ? { outcome: 'unknown', because: `${said.code}: ${said.message}` }
    : { outcome: 'refused', faults: [fault], answer: { code: said.code, message: said.message } };
}

/** Reads a product back: a write is applied only when the product itself shows it. */
async function readBack(
  { id, judge }: Written,
  store: StoreAccess,
  context: ListerContext,
): Promise<Outcome> {
  const live = await readOrUnknown(id, store, context);
  if (live === null) {
    return { outcome: 'unknown', because: 'said to be written, and not there' };
  }
  if (isOutcome(live)) {
    return live;
  }
  const notes = judge(live);
  const seen = await seenOf(live, store);
  if (notes === null || seen === null) {
    return { outcome: 'unknown', because: 'said to be written, and not as it was' };
  }
  const { version, hash, address, partial } = seen;
  return {
    outcome: 'applied',
    storeProductId: id,
    version,
    hash,
    address,
    notes,
    ...(partial && { partial: { step: 'variants', differs: [] } }),
  };
}

/** Returns which of our content was kept. A product that another attempt wrote last was not written by us. */
function keptOf(item: ToCreate, body: UnreadObject, store: StoreAccess): Written['judge'] {
  const mark = `data-attempt="${item.attemptId}"`;
  return (live) =>
    typeof live.body_html === 'string' && live.body_html.includes(mark)
      ? [...notKept(item, body, live), ...noCollection(collectionsIn(item.product, store).missing)]
      : null;
}

/**
 * Reads by id, which a write has already paid for. When the store cannot be read now, the outcome of the write stays
 * unknown.
 */
async function readOrUnknown(
  id: string,
  store: StoreAccess,
  context: ListerContext,
  paid = true,
): Promise<UnreadObject | Extract<Outcome, { outcome: 'unknown' }> | null> {
  try {
    return await readProduct(id, store, context, { paid });
  } catch (thrown) {
    if (context.signal.aborted) {
      throw thrown;
    }
    return { outcome: 'unknown', because: `not read: ${AppError.from(thrown).code}` };
  }
}

function isOutcome(given: UnreadObject): given is Extract<Outcome, { outcome: 'unknown' }> {
  return given.outcome === 'unknown';
}

function fields(body: object): UnreadObject {
  return { ...body };
}
