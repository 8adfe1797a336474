import { AppError } from '@bowerbird/contract/errors';
import type { Json } from '../../context.ts';
import type { ListerContext, StoreAccess } from '../../listing/store.ts';
import type { Fate, StoreFault, ToCreate, ToUpdate } from '../../listing/writes.ts';
import { idOf, isObject, type UnreadObject, wholeOf } from '../../unread.ts';
import { type Answer, type ApiRequest, ask, readProduct, throttleWaitsMs } from './client.ts';
import { collectionsIn } from './collections.ts';
import { noCollection, notKept } from './kept.ts';
import { changedBody, type Manner, newBody, shownBody, wantedStatus } from './product-body.ts';
import { isDailyCap, isMissing, isThrottle, refusalIn } from './said.ts';
import { seenOf } from './seen.ts';

/** A write that was said yes to, and what is to be found of it now. */
interface Written {
  item: Pick<ToCreate, 'attemptId'>;
  id: string;
  /** What the store did not keep of it; null when it is not there at all. */
  judge(live: UnreadObject): StoreFault[] | null;
}

/** Makes a product by one request, then reads it back: that the store said yes proves nothing (`readme.md`, Versions and answers). */
export async function create(
  item: ToCreate,
  store: StoreAccess,
  context: ListerContext,
  manner: Manner,
): Promise<Fate> {
  const body = fields(newBody(item, store, manner));
  const answer = await askToWrite({ method: 'POST', path: '/products', json: body }, store, context);
  const fate = unlessYes(answer);
  if (fate !== null) {
    return fate.fate === 'missing' ? { fate: 'doubt', because: 'nothing is there to be made' } : fate;
  }
  const id = answer.kind === 'data' && isObject(answer.data) ? idOf(answer.data.id) : null;
  if (id === null) {
    return { fate: 'doubt', because: 'an answer without the product' };
  }
  return await readBack({ item, id, judge: keptOf(item, body, store) }, store, context);
}

/**
 * Writes a product anew by its id. The store replaces all of it, so it is read first, and what is not ours goes back as it was;
 * its variants get new numbers all the same (`readme.md`, Writing products).
 */
export async function update(item: ToUpdate, store: StoreAccess, context: ListerContext): Promise<Fate> {
  return await replace(
    item,
    (live) => changedBody(item, live, store),
    store,
    context,
    (body) => keptOf(item, body, store),
  );
}

/** Products as they stand, for the write that follows; null for one that is not there. */
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

/** Gives a product that was made hidden its own handle, and shows it where that is wanted. Nothing else of it is changed. */
export async function publish(item: ToUpdate, store: StoreAccess, context: ListerContext): Promise<Fate> {
  return await replace(
    item,
    (live) => shownBody(item, live),
    store,
    context,
    (body) => (live) =>
      wholeOf(live.status) === wantedStatus(item.options) ? notKept(item, body, live) : null,
  );
}

/** Deletes a product for good: the platform has no trash (`readme.md`, Writing products). */
export async function remove(id: string, store: StoreAccess, context: ListerContext): Promise<Fate> {
  const path = `/products/${encodeURIComponent(id)}`;
  const answer = await askToWrite({ method: 'DELETE', path }, store, context);
  if (answer.kind === 'said' && answer.said.message === '数据不存在') {
    return { fate: 'missing' };
  }
  const fate = unlessYes(answer);
  if (fate !== null) {
    return fate;
  }
  const left = await readOrDoubt(id, store, context);
  if (left === null) {
    return { fate: 'applied', storeProductId: id, version: '', hash: '', address: null, notes: [] };
  }
  return isFate(left) ? left : { fate: 'doubt', because: 'said to be deleted, and still there' };
}

export async function replace(
  item: Pick<ToUpdate, 'storeProductId' | 'attemptId' | 'held'>,
  bodyOf: (live: UnreadObject) => object,
  store: StoreAccess,
  context: ListerContext,
  judge: (body: UnreadObject) => Written['judge'],
): Promise<Fate> {
  const { storeProductId: id, held: given } = item;
  const live = isObject(given) || given === null ? given : await readOrDoubt(id, store, context, false);
  if (live === null) {
    return { fate: 'missing' };
  }
  if (isFate(live)) {
    return live;
  }
  const body = fields(bodyOf(live));
  const path = `/products/${encodeURIComponent(id)}`;
  const answer = await askToWrite({ method: 'PUT', path, json: body }, store, context);
  return unlessYes(answer) ?? (await readBack({ item, id, judge: judge(body) }, store, context));
}

/** Sends a write, and waits out the store's "too many at once" before anything else is sent. */
async function askToWrite(request: ApiRequest, store: StoreAccess, context: ListerContext): Promise<Answer> {
  const answer = await ask(request, store, context, { gated: true });
  if (answer.kind === 'said' && isThrottle(answer.said) && !isDailyCap(answer.said)) {
    // Broken off by a stop, it is a doubt as it would be without.
    await context.sleep(throttleWaitsMs[0], context.signal).catch(() => undefined);
  }
  return answer;
}

/** What became of a request by what was said; null for a yes. That too much was asked says nothing of an earlier copy of it. */
function unlessYes(answer: Answer): Exclude<Fate, { fate: 'applied' }> | null {
  if (answer.kind === 'data') {
    return null;
  }
  if (answer.kind === 'unclear') {
    return { fate: 'doubt', because: answer.because };
  }
  const { said } = answer;
  if (isMissing(said)) {
    return { fate: 'missing' };
  }
  const fault = refusalIn(said);
  return fault === null
    ? { fate: 'doubt', because: `${said.code}: ${said.message}` }
    : { fate: 'refused', faults: [fault], answer: { code: said.code, message: said.message } };
}

/** A write is applied when the product says so itself. */
async function readBack({ id, judge }: Written, store: StoreAccess, context: ListerContext): Promise<Fate> {
  const live = await readOrDoubt(id, store, context);
  if (live === null) {
    return { fate: 'doubt', because: 'said to be written, and not there' };
  }
  if (isFate(live)) {
    return live;
  }
  const notes = judge(live);
  const seen = await seenOf(live, store);
  if (notes === null || seen === null) {
    return { fate: 'doubt', because: 'said to be written, and not as it was' };
  }
  const { version, hash, address, halfMade } = seen;
  return {
    fate: 'applied',
    storeProductId: id,
    version,
    hash,
    address,
    notes,
    ...(halfMade && { halfMade: { step: 'variants', differs: [] } }),
  };
}

/** What of our content was kept. A product that another attempt wrote last is none that we wrote. */
function keptOf(item: ToCreate, body: UnreadObject, store: StoreAccess): Written['judge'] {
  const mark = `data-attempt="${item.attemptId}"`;
  return (live) =>
    typeof live.body_html === 'string' && live.body_html.includes(mark)
      ? [...notKept(item, body, live), ...noCollection(collectionsIn(item.product, store).missing)]
      : null;
}

/** Reads by the id, which a write has paid for already. A store that cannot be read now tells nothing of the write. */
async function readOrDoubt(
  id: string,
  store: StoreAccess,
  context: ListerContext,
  paid = true,
): Promise<UnreadObject | Extract<Fate, { fate: 'doubt' }> | null> {
  try {
    return await readProduct(id, store, context, { paid });
  } catch (thrown) {
    if (context.signal.aborted) {
      throw thrown;
    }
    return { fate: 'doubt', because: `not read: ${AppError.from(thrown).code}` };
  }
}

function isFate(given: UnreadObject): given is Extract<Fate, { fate: 'doubt' }> {
  return given.fate === 'doubt';
}

function fields(body: object): UnreadObject {
  return { ...body };
}
