import type { ListerContext, StoreAccess } from '../../listing/store.ts';
import { sha256 } from '../../listing/store-client.ts';
import type { Fate, ToCreate, ToUpdate } from '../../listing/writes.ts';
import { isObject, itemsOf } from '../../unread.ts';
import { isVariable, sharedIds } from './choices.ts';
import { ask } from './client.ts';
import { extraMeta, hashSent, productBody } from './content.ts';
import { failedRows, fateOfError, fateOfRefusal, fateOfRow, isTaken, rowsIn } from './fates.ts';
import { type Held, heldIn, held as readHeld } from './held.ts';
import { judgeTaken } from './holder.ts';
import { inTurn, type Turn } from './in-turn.ts';
import { learnOrder } from './known-attributes.ts';
import { forgetPicture, learnPictures } from './known-pictures.ts';
import { imagesMark, keyMark, wholeMarks } from './marks.ts';
import { notKept, type SentRow } from './not-kept.ts';
import { picturesOf } from './pictures.ts';
import { hashReadBack, seenOf } from './seen.ts';
import { batchRoute } from './signed.ts';
import { nextStep, type Step } from './steps.ts';
import type { VariationRows } from './variations.ts';

/**
 * Drafts under the key for a slug, all in one request: whatever becomes of it, no shopper sees them, and the key finds them.
 * What a product's own request cannot carry, variations and all pictures but the first that the store would have to fetch,
 * is told as `halfMade` and goes by `update`, by the bound id and before it is published (`docs/listing-protocol.md`, Draft first).
 */
export async function create(
  items: readonly ToCreate[],
  store: StoreAccess,
  context: ListerContext,
): Promise<Fate[]> {
  const drafts: Awaited<ReturnType<typeof draftOf>>[] = [];
  for (const item of items) {
    // One after the other: an image that several of them show is brought by the first.
    drafts.push(await draftOf(item, store));
  }
  const json = { create: drafts.map(({ row }) => row) };
  const answer = await ask({ method: 'POST', route: batchRoute, json }, store, context, { gated: true });
  const told = rowsIn(answer, 'create');
  if ('fate' in told) {
    return items.map(() => told);
  }
  learn(told.rows, store);
  return await Promise.all(
    drafts.map(async ({ isWhole }, at) =>
      isImageGone(told.rows[at], items[at], store)
        ? unsent
        : await half(await fateOfRow(told.rows[at]), isWhole, []),
    ),
  );
}

async function draftOf(item: ToCreate, store: StoreAccess): Promise<{ row: object; isWhole: boolean }> {
  const { product, options, key, attemptId } = item;
  const { images, left, marks } = await picturesOf(item, null, store);
  const variations = isVariable(product) ? product.variants.length : 0;
  const content = await hashSent(product, options);
  return {
    isWhole: variations === 0 && left === 0,
    row: {
      ...productBody(item, sharedIds(item, store, null), store),
      slug: key,
      status: 'draft',
      images,
      meta_data: [
        ...keyMark(key),
        ...imagesMark(marks),
        ...extraMeta(product, store),
        ...wholeMarks(attemptId, content, { variations, pictures: images.length + left }),
      ],
    },
  };
}

/**
 * The next step of each product towards what it is to be, by id; what shoppers see of it, and under which address, stays as
 * it is. Each product has its part in one request only: those whose content is written share one, variations go one by one,
 * and what the gate kept back was surely not sent.
 */
export async function update(
  items: readonly ToUpdate[],
  store: StoreAccess,
  context: ListerContext,
): Promise<Fate[]> {
  const held = await Promise.all(items.map((item) => heldOf(item, store, context)));
  const planned: { at: number; item: ToUpdate; held: Held | null; step: Step | null }[] = [];
  for (const [at, item] of items.entries()) {
    const there = held[at] ?? null;
    planned.push({ at, item, held: there, step: there === null ? null : await nextStep(item, there, store) });
  }
  const contents = planned.filter(({ step }) => step?.kind === 'content');
  const turns: Turn[] = [];
  if (contents.length > 0) {
    const steps = contents.map(({ step }) => step);
    const targets = contents.map(({ item }) => item);
    const ats = contents.map(({ at }) => at);
    turns.push({ ats, send: () => sendContents(steps, targets, store, context) });
  }
  for (const { at, item, held: there, step } of planned) {
    if (step?.kind === 'variations' && there !== null) {
      turns.push({ ats: [at], send: async () => [await sendVariations(step, item, there, store, context)] });
    }
  }
  return await inTurn(items.length, turns);
}

/**
 * Products whose content comes next share one request; those whose variations come next go one by one, so that the intent of each is
 * written right before its own request. What cannot be told before the intent goes along with the content.
 */
export async function together(items: readonly ToUpdate[], store: StoreAccess): Promise<number[][]> {
  const contents: number[] = [];
  const alone: number[][] = [];
  for (const [at, item] of items.entries()) {
    const there = item.held === undefined ? null : heldIn(item.held, item);
    if (there !== null && (await nextStep(item, there, store, 'only planned')).kind === 'variations') {
      alone.push([at]);
    } else {
      contents.push(at);
    }
  }
  return contents.length === 0 ? alone : [contents, ...alone];
}

async function sendContents(
  steps: readonly (Step | null)[],
  items: readonly ToUpdate[],
  store: StoreAccess,
  context: ListerContext,
): Promise<Fate[]> {
  const rows = steps.map((step) => (step?.kind === 'content' ? step.row : {}));
  const answer = await ask({ method: 'POST', route: batchRoute, json: { update: rows } }, store, context, {
    gated: true,
  });
  const told = rowsIn(answer, 'update');
  if ('fate' in told) {
    return items.map(() => told);
  }
  learn(told.rows, store);
  return await Promise.all(
    items.map(async (item, at) => {
      const row = told.rows[at];
      if (isImageGone(row, item, store)) {
        return unsent;
      }
      const error = isObject(row) ? row.error : undefined;
      return error !== undefined && isTaken(error)
        ? await judgeTaken(error, item, 0, store, context)
        : await half(await fateOfRow(row), steps[at]?.isWhole === true, [
            { sent: rows[at] ?? {}, answered: row, path: '' },
          ]);
    }),
  );
}

async function sendVariations(
  { rows, isWhole }: Extract<Step, { kind: 'variations' }>,
  item: ToUpdate,
  { product }: Held,
  store: StoreAccess,
  context: ListerContext,
): Promise<Fate> {
  const { places, isAll: _isAll, ...json } = rows;
  const route = `/wc/v3/products/${item.storeProductId}/variations/batch`;
  const answer = await ask({ method: 'POST', route, json }, store, context, { gated: true });
  if (answer.kind === 'unclear') {
    return { fate: 'doubt', because: answer.because };
  }
  if (answer.status >= 300) {
    return fateOfRefusal(answer.status, answer.body);
  }
  const told = isObject(answer.body) ? answer.body : {};
  const isAnswered =
    itemsOf(told.create).length === rows.create.length &&
    itemsOf(told.update).length === rows.update.length &&
    itemsOf(told.delete).length === rows.delete.length;
  if (!isAnswered) {
    return { fate: 'doubt', because: 'an answer in another shape' };
  }
  const [failed] = failedRows(answer.body, places);
  if (failed !== undefined) {
    const { error, place } = failed;
    if (forgetPicture(error, store) !== null) {
      // The other rows are written; this one is found missing, and goes without that image.
      return await half(await appliedTo(product, { create: [], delete: [] }), false, []);
    }
    const fate = fateOfError(error, place);
    // A variation that is not there is no product that is not there: what is, is read again.
    return isTaken(error)
      ? await judgeTaken(error, item, place ?? 0, store, context)
      : fate.fate === 'missing'
        ? { fate: 'doubt', because: 'a variation is not there any more' }
        : fate;
  }
  const answered = [...itemsOf(told.create), ...itemsOf(told.update)];
  const sent = [...rows.create, ...rows.update].map(
    (row, at): SentRow => ({ sent: row, answered: answered[at], path: `variants.${places[at] ?? at}` }),
  );
  return await half(await appliedTo(product, rows), isWhole, sent);
}

/** The product as it is after its variations were written: its own answer is not among theirs. */
async function appliedTo(
  product: Held['product'],
  { create: made, delete: gone }: Pick<VariationRows, 'create' | 'delete'>,
): Promise<Fate> {
  const count = itemsOf(product.variations).length + made.length - gone.length;
  const after = { ...product, variations: Array.from({ length: count }, (_, at) => at) };
  const seen = await seenOf(after);
  return seen === null
    ? { fate: 'doubt', because: 'a product in another shape' }
    : {
        fate: 'applied',
        storeProductId: seen.storeProductId,
        version: seen.version,
        hash: await hashReadBack(after),
        address: seen.address,
        notes: [],
      };
}

/** Not written, and to be sent anew: by what was learned from the answer it is another request then. */
const unsent: Fate = { fate: 'throttled', waitMs: 0 };

/** Learns from products as they were answered. */
function learn(rows: readonly unknown[], store: StoreAccess): void {
  for (const row of rows.filter(isObject)) {
    learnPictures(row, store);
    learnOrder(row, store);
  }
}

/** Whether a row names an image by an id that the store has taken away: before anything of the row is written (seen on both versions). */
function isImageGone(row: unknown, item: ToCreate | undefined, store: StoreAccess): boolean {
  const error = isObject(row) ? row.error : undefined;
  return error !== undefined && item?.library === undefined && forgetPicture(error, store) !== null;
}

/** A write that leaves its product not whole: what it sent, and what of that the store answered otherwise. */
async function half(fate: Fate, isWhole: boolean, rows: readonly SentRow[]): Promise<Fate> {
  if (fate.fate !== 'applied' || isWhole) {
    return fate;
  }
  const sent = rows.map((row) => ({ ...row.sent, meta_data: null }));
  return { ...fate, halfMade: { step: await sha256(JSON.stringify(sent)), differs: notKept(rows) } };
}

/** What stands there, as it was told before the intent; else it is asked for now. */
async function heldOf(item: ToUpdate, store: StoreAccess, context: ListerContext): Promise<Held | null> {
  const [given = null] =
    item.held === undefined ? await readHeld([item.storeProductId], 'update', store, context) : [item.held];
  const held = heldIn(given, item);
  if (held !== null) {
    learn([held.product], store);
  }
  return held;
}
