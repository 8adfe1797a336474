import type { ListerContext, StoreAccess } from '../../listing/store.ts';
import type { Fate, StoreFault, ToUpdate } from '../../listing/writes.ts';
import { TooLate } from '../../too-late.ts';
import { idOf, isObject, itemsOf, textOf, type UnreadObject } from '../../unread.ts';
import { ask } from './client.ts';
import { choicesOf, heldChoices, productFields } from './content.ts';
import { productAt } from './look.ts';
import { hasPicturesOf, markIn, sendable, spuOf, unfinishedSpuOf } from './mark.ts';
import { decoded } from './seen.ts';
import { readFirst, refused, remove, send, toProduct, unanswered } from './write.ts';

/**
 * New content by id. What people see of it, and under which address, stays as it is, and so do pieces: what was sold
 * since is the store's to know. The store's own variants and pictures are read first and named by their ids. Nobody wrote whether what a list
 * leaves out goes: where variants or pictures are to go, the content is sent as unfinished, what is there still of ours is removed by
 * its id, and the mark goes last, so that what was broken off in between is done again.
 */
export async function update(item: ToUpdate, store: StoreAccess, context: ListerContext): Promise<Fate> {
  const outcome = await write(item, store, context);
  return outcome.fate === 'applied' && outcome.storeProductId !== item.storeProductId
    ? await takeBack(outcome.storeProductId, store, context)
    : outcome;
}

/**
 * Between the read and the write the merchant deleted it, and the store made another in its place (the vendor's page "Update a product" of
 * the REST Admin API): that one goes again. Where it is not known to be gone, the after-check removes it.
 */
async function takeBack(madeId: string, store: StoreAccess, context: ListerContext): Promise<Fate> {
  const removed = await remove(madeId, store, context).catch((thrown: unknown) => {
    if (thrown instanceof TooLate) {
      return null;
    }
    throw thrown;
  });
  return removed?.fate === 'applied' || removed?.fate === 'missing'
    ? { fate: 'missing' }
    : { fate: 'doubt', because: 'the store made another product in its place' };
}

async function write(item: ToUpdate, store: StoreAccess, context: ListerContext): Promise<Fate> {
  const before = await readFirst(context, (unpaced) => productAt(item.storeProductId, store, unpaced));
  if ('fate' in before) {
    return before;
  }
  const held = before.found;
  if (held === null) {
    return { fate: 'missing' };
  }
  const mark = markIn(textOf(held.spu) ?? '');
  const withPictures = !(await hasPicturesOf(item.product, mark));
  const going = goingOf(item, held, { withPictures, oursMax: mark?.oursMax ?? 0 });
  const spu = await spuOf(item.key, item.attemptId, item.product);
  const content = (marked: string) => productFields(item.product, { spu: marked, withPictures, held });
  const notesOf = (told: UnreadObject) => [...leftOver(told, item, going), ...addressKept(told, item)];
  if (going.variants.length === 0 && going.images.length === 0) {
    return await send(toProduct(item, { product: content(spu) }), 'by-id', store, context, notesOf);
  }
  const unfinished = unfinishedSpuOf(item.key, item.attemptId, going.oursMax + sendable(item.product).length);
  let there: UnreadObject = {};
  const begun = await send(
    toProduct(item, { product: content(unfinished) }),
    'by-id',
    store,
    context,
    (told) => {
      there = told;
      return [];
    },
  );
  const isItself = begun.fate === 'applied' && begun.storeProductId === item.storeProductId;
  return isItself ? await finishUpdate() : begun;

  async function finishUpdate(): Promise<Fate> {
    try {
      for (const path of stillThere(there, going)) {
        const failed = await removePart(`products/${encodeURIComponent(item.storeProductId)}/${path}`);
        if (failed !== null) {
          return failed;
        }
      }
      await context.pace(1);
      return await send(toProduct(item, { product: { spu } }), 'by-id', store, context, notesOf);
    } catch (thrown) {
      if (thrown instanceof TooLate) {
        return { fate: 'doubt', because: 'too late for the rest' };
      }
      throw thrown;
    }
  }

  /** Null once it is gone. What the store refuses of it stays, and is told with the product. */
  async function removePart(path: string): Promise<Fate | null> {
    await context.pace(1);
    const answer = await ask({ method: 'DELETE', path }, store, context, { gated: true });
    if (answer.kind !== 'said') {
      return unanswered(answer);
    }
    const outcome = answer.status < 300 ? null : refused(answer.status, answer.body, 'by-id');
    return outcome?.fate === 'doubt' ? outcome : null;
  }
}

/** The store's ids of what of ours is to go with an update. */
interface Going {
  variants: readonly string[];
  images: readonly string[];
  /** Pictures that were there before others were sent. */
  formerImages: readonly string[];
  /** No more of the pictures that are there are ours. */
  oursMax: number;
}

/**
 * Variants that it was written with last and is not to have any more, and all pictures where others are sent. Those that the merchant
 * added are not ours to take out: pictures cannot be told apart, and stay where there are more than we sent.
 */
function goingOf(
  { product, former }: ToUpdate,
  held: UnreadObject,
  { withPictures, oursMax }: { withPictures: boolean; oursMax: number },
): Going {
  const now = new Set(product.variants.map(({ optionValues }) => choicesOf(optionValues)));
  const before = new Set(former?.variants.map(({ optionValues }) => choicesOf(optionValues)));
  const variants = itemsOf(held.variants)
    .filter(isObject)
    .filter((variant) => before.has(heldChoices(variant)) && !now.has(heldChoices(variant)));
  const images = withPictures ? idsOf(held.images) : [];
  const mayGo = images.length <= oursMax;
  return { variants: idsOf(variants), images: mayGo ? images : [], formerImages: images, oursMax };
}

/** Below the product, the paths of what is to go and is there still. */
function stillThere({ variants, images }: UnreadObject, going: Going): string[] {
  const left = (told: unknown, wanted: readonly string[]) => idsOf(told).filter((id) => wanted.includes(id));
  return [
    ...left(variants, going.variants).map((id) => `variants/${encodeURIComponent(id)}.json`),
    ...left(images, going.images).map((id) => `images/${encodeURIComponent(id)}.json`),
  ];
}

function idsOf(list: unknown): string[] {
  return itemsOf(list).flatMap((one) => (isObject(one) ? (idOf(one.id) ?? []) : []));
}

/** Variants and pictures that are there and not in the product: the merchant's own, or what the store did not take out. */
function leftOver({ variants, images }: UnreadObject, { product }: ToUpdate, going: Going): StoreFault[] {
  const left = [
    { field: 'variants', n: itemsOf(variants).length - product.variants.length },
    { field: 'pictures', n: idsOf(images).filter((id) => going.formerImages.includes(id)).length },
  ];
  return left.flatMap(({ field, n }) => {
    const said = `${n} ${field} that were taken out are still there`;
    return n > 0 ? [{ code: 'store.rejected-product', params: { message: said }, field, said }] : [];
  });
}

/** A product that shoppers see keeps its address, which they and search engines know: no redirect is documented. */
function addressKept({ status, handle }: UnreadObject, { product, former }: ToUpdate): StoreFault[] {
  const isOther = status === 'active' && former !== undefined && former.handle !== product.handle;
  const field = 'handle';
  return isOther && decoded(textOf(handle) ?? '') !== product.handle
    ? [{ code: 'store.field-not-kept', params: { field }, field, said: `${field} stays as it was` }]
    : [];
}
