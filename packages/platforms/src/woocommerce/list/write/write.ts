import type { ListerContext, StoreAccess } from '../../../listing/store/access.ts';
import { sha256 } from '../../../listing/store/client.ts';
import type { Outcome, ToCreate, ToUpdate } from '../../../listing/writes.ts';
import { isObject, itemsOf } from '../../../reading/unread.ts';
import { learnOrder } from '../attributes/known-attributes.ts';
import { call } from '../calls/client.ts';
import { inTurn, type Turn } from '../calls/in-turn.ts';
import { batchRoute } from '../calls/signed.ts';
import { isVariable, sharedIds } from '../choices.ts';
import { heldIn, held as readHeld } from '../held.ts';
import type { Held } from '../held-product.ts';
import { imagesOf } from '../images/images.ts';
import { forgetImage, learnImages } from '../images/known-images.ts';
import { imagesMark, keyMark, wholeMarks } from '../marks.ts';
import { hashReadBack, seenOf } from '../seen.ts';
import { extraMeta, hashSent, productBody } from './content.ts';
import { judgeTaken } from './holder.ts';
import { notKept, type SentRow } from './not-kept.ts';
import { failedRows, isTaken, outcomeOfError, outcomeOfRefusal, outcomeOfRow, rowsIn } from './outcomes.ts';
import { nextStep, type Step } from './steps.ts';
import type { VariationRows } from './variations.ts';

/**
 * Creates drafts with the key as slug, all in one request: whatever the outcome, no shopper sees them, and the key
 * finds them. What a product's own request cannot carry (variations, and all images but the first that the store would
 * have to fetch) is reported as `partial` and written by `update`, by the bound id and before the product is published
 * (`docs/listing-protocol.md`, Draft first).
 */
export async function create(
  items: readonly ToCreate[],
  store: StoreAccess,
  context: ListerContext,
): Promise<Outcome[]> {
  const drafts: Awaited<ReturnType<typeof draftOf>>[] = [];
  for (const item of items) {
    // One after the other: an image that several of them show is fetched for the first.
    drafts.push(await draftOf(item, store));
  }
  const json = { create: drafts.map(({ row }) => row) };
  const answer = await call({ method: 'POST', route: batchRoute, json }, store, context, { gated: true });
  const stated = rowsIn(answer, 'create');
  if ('outcome' in stated) {
    return items.map(() => stated);
  }
  learn(stated.rows, store);
  return await Promise.all(
    drafts.map(async ({ isWhole }, at) =>
      isImageGone(stated.rows[at], items[at], store)
        ? unsent
        : await half(await outcomeOfRow(stated.rows[at]), isWhole, []),
    ),
  );
}

async function draftOf(item: ToCreate, store: StoreAccess): Promise<{ row: object; isWhole: boolean }> {
  const { product, options, key, attemptId } = item;
  const { images, left, marks } = await imagesOf(item, null, store);
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
        ...wholeMarks(attemptId, content, { variations, imageCount: images.length + left }),
      ],
    },
  };
}

/**
 * Writes the next step of each product towards its target state, by id; its visibility and address stay unchanged. Each
 * product is part of one request only: those whose content is written share one, variations go product by product, and
 * what the gate held back was definitely not sent.
 */
export async function update(
  items: readonly ToUpdate[],
  store: StoreAccess,
  context: ListerContext,
): Promise<Outcome[]> {
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
 * Groups products whose content comes next into one request. Those whose variations come next go one by one, so that
 * the intent of each is recorded right before its own request. What cannot be determined before the intent goes with
 * the content.
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
): Promise<Outcome[]> {
  const rows = steps.map((step) => (step?.kind === 'content' ? step.row : {}));
  const answer = await call({ method: 'POST', route: batchRoute, json: { update: rows } }, store, context, {
    gated: true,
  });
  const stated = rowsIn(answer, 'update');
  if ('outcome' in stated) {
    return items.map(() => stated);
  }
  learn(stated.rows, store);
  return await Promise.all(
    items.map(async (item, at) => {
      const row = stated.rows[at];
      if (isImageGone(row, item, store)) {
        return unsent;
      }
      const error = isObject(row) ? row.error : undefined;
      return error !== undefined && isTaken(error)
        ? await judgeTaken(error, item, 0, store, context)
        : await half(await outcomeOfRow(row), steps[at]?.isWhole === true, [
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
): Promise<Outcome> {
  const { places, isAll: _isAll, ...json } = rows;
  const route = `/wc/v3/products/${item.storeProductId}/variations/batch`;
  const answer = await call({ method: 'POST', route, json }, store, context, { gated: true });
  if (answer.kind === 'unclear') {
    return { outcome: 'unknown', because: answer.because };
  }
  if (answer.status >= 300) {
    return outcomeOfRefusal(answer.status, answer.body);
  }
  const stated = isObject(answer.body) ? answer.body : {};
  const isAnswered =
    itemsOf(stated.create).length === rows.create.length &&
    itemsOf(stated.update).length === rows.update.length &&
    itemsOf(stated.delete).length === rows.delete.length;
  if (!isAnswered) {
    return { outcome: 'unknown', because: 'an answer in another shape' };
  }
  const [failed] = failedRows(answer.body, places);
  if (failed !== undefined) {
    const { error, place } = failed;
    if (forgetImage(error, store) !== null) {
      // The other rows are written; this row is reported as missing, and is sent without that image.
      return await half(await appliedTo(product, { create: [], delete: [] }), false, []);
    }
    const outcome = outcomeOfError(error, place);
    // A missing variation is no missing product: the present state is read again.
    return isTaken(error)
      ? await judgeTaken(error, item, place ?? 0, store, context)
      : outcome.outcome === 'missing'
        ? { outcome: 'unknown', because: 'a variation is not there any more' }
        : outcome;
  }
  const answered = [...itemsOf(stated.create), ...itemsOf(stated.update)];
  const sent = [...rows.create, ...rows.update].map(
    (row, at): SentRow => ({ sent: row, answered: answered[at], path: `variants.${places[at] ?? at}` }),
  );
  return await half(await appliedTo(product, rows), isWhole, sent);
}

/** Returns the product as it is after its variations were written: their answers do not contain the product. */
async function appliedTo(
  product: Held['product'],
  { create: made, delete: gone }: Pick<VariationRows, 'create' | 'delete'>,
): Promise<Outcome> {
  const count = itemsOf(product.variations).length + made.length - gone.length;
  const after = { ...product, variations: Array.from({ length: count }, (_, at) => at) };
  const seen = await seenOf(after);
  return seen === null
    ? { outcome: 'unknown', because: 'a product in another shape' }
    : {
        outcome: 'applied',
        storeProductId: seen.storeProductId,
        version: seen.version,
        hash: await hashReadBack(after),
        address: seen.address,
        notes: [],
      };
}

/** Not written, and to be sent again: after what was learned from the answer, the request will be a different one. */
const unsent: Outcome = { outcome: 'throttled', waitMs: 0 };

/** Learns from products as they were answered. */
function learn(rows: readonly unknown[], store: StoreAccess): void {
  for (const row of rows.filter(isObject)) {
    learnImages(row, store);
    learnOrder(row, store);
  }
}

/**
 * Reports whether a row was rejected for the id of an image that the store has deleted; this happens before anything of
 * the row is written (seen on both versions).
 */
function isImageGone(row: unknown, item: ToCreate | undefined, store: StoreAccess): boolean {
  const error = isObject(row) ? row.error : undefined;
  return error !== undefined && item?.library === undefined && forgetImage(error, store) !== null;
}

/**
 * Returns the outcome of a write that leaves its product partial: what it sent, and what the store answered with
 * another value.
 */
async function half(outcome: Outcome, isWhole: boolean, rows: readonly SentRow[]): Promise<Outcome> {
  if (outcome.outcome !== 'applied' || isWhole) {
    return outcome;
  }
  const sent = rows.map((row) => ({ ...row.sent, meta_data: null }));
  return { ...outcome, partial: { step: await sha256(JSON.stringify(sent)), differs: notKept(rows) } };
}

/** Returns the product's present state as it was read before the intent; else reads it now. */
async function heldOf(item: ToUpdate, store: StoreAccess, context: ListerContext): Promise<Held | null> {
  const [given = null] =
    item.held === undefined ? await readHeld([item.storeProductId], 'update', store, context) : [item.held];
  const held = heldIn(given, item);
  if (held !== null) {
    learn([held.product], store);
  }
  return held;
}
