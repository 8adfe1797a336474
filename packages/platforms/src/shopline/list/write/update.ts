import type { ListerContext, StoreAccess } from '../../../listing/store/access.ts';
import type { Outcome, StoreFault, ToUpdate } from '../../../listing/writes.ts';
import { TooLate } from '../../../net/too-late.ts';
import { idOf, isObject, itemsOf, textOf, type UnreadObject } from '../../../reading/unread.ts';
import { call } from '../connection/client.ts';
import { productAt } from '../look.ts';
import { hasImagesOf, markIn, sendable, spuOf, unfinishedSpuOf } from '../mark.ts';
import { decoded } from '../seen.ts';
import { choicesOf, heldChoices, heldVariants, productFields } from './content.ts';
import { readFirst, refused, remove, send, toProduct, unanswered } from './write.ts';

/**
 * Writes new content by id. Visibility, handle and inventory stay unchanged: only the store knows what was sold since.
 * Reads the store's own variants and images first and names them by their ids. It is not documented whether an update
 * removes what a list leaves out. So, when variants or images are to be removed, the content is sent as unfinished,
 * what is still there of ours is removed by its id, and the mark is sent last, so that an interrupted update is
 * repeated.
 */
export async function update(item: ToUpdate, store: StoreAccess, context: ListerContext): Promise<Outcome> {
  const outcome = await write(item, store, context);
  return outcome.outcome === 'applied' && outcome.storeProductId !== item.storeProductId
    ? await takeBack(outcome.storeProductId, store, context)
    : outcome;
}

/**
 * Removes a product that the store created because the merchant deleted the original between the read and the write
 * (the vendor's page "Update a product" of the REST Admin API). If the removal is not confirmed, the after-check
 * removes it.
 */
async function takeBack(madeId: string, store: StoreAccess, context: ListerContext): Promise<Outcome> {
  const removed = await remove(madeId, store, context).catch((thrown: unknown) => {
    if (thrown instanceof TooLate) {
      return null;
    }
    throw thrown;
  });
  return removed?.outcome === 'applied' || removed?.outcome === 'missing'
    ? { outcome: 'missing' }
    : { outcome: 'unknown', because: 'the store made another product in its place' };
}

async function write(item: ToUpdate, store: StoreAccess, context: ListerContext): Promise<Outcome> {
  const before = await readFirst(context, (unpaced) => productAt(item.storeProductId, store, unpaced));
  if ('outcome' in before) {
    return before;
  }
  const held = before.found;
  if (held === null) {
    return { outcome: 'missing' };
  }
  const mark = markIn(textOf(held.spu) ?? '');
  const withImages = !(await hasImagesOf(item.product, mark));
  const going = goingOf(item, held, { withImages, oursMax: mark?.oursMax ?? 0 });
  const spu = await spuOf(item.key, item.attemptId, item.product);
  const content = (marked: string) => productFields(item.product, { spu: marked, withImages, held });
  const notesOf = (stated: UnreadObject) => [...leftOver(stated, item, going), ...addressKept(stated, item)];
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
    (stated) => {
      there = stated;
      return [];
    },
  );
  const isItself = begun.outcome === 'applied' && begun.storeProductId === item.storeProductId;
  return isItself ? await finishUpdate() : begun;

  async function finishUpdate(): Promise<Outcome> {
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
        return { outcome: 'unknown', because: 'too late for the rest' };
      }
      throw thrown;
    }
  }

  /**
   * Removes a part; returns null once it is gone. A part that the store refuses to remove stays, and is reported with
   * the product.
   */
  async function removePart(path: string): Promise<Outcome | null> {
    await context.pace(1);
    const answer = await call({ method: 'DELETE', path }, store, context, { gated: true });
    if (answer.kind !== 'said') {
      return unanswered(answer);
    }
    const outcome = answer.status < 300 ? null : refused(answer.status, answer.body, 'by-id');
    return outcome?.outcome === 'unknown' ? outcome : null;
  }
}

/** The store's ids of our parts that an update removes. */
interface Going {
  variants: readonly string[];
  images: readonly string[];
  /** Images that existed before new ones were sent. */
  formerImages: readonly string[];
  /** Largest number of the existing images that can be ours. */
  oursMax: number;
}

/**
 * Returns the variants that the product was last written with and should lose, those that a late copy of an update made
 * once more, and all images when new ones are sent. Variants that the merchant added are not ours to remove; images
 * cannot be distinguished, and stay when there are more than we sent.
 */
function goingOf(
  { product, former }: ToUpdate,
  held: UnreadObject,
  { withImages, oursMax }: { withImages: boolean; oursMax: number },
): Going {
  const now = new Set(product.variants.map(({ optionValues }) => choicesOf(optionValues)));
  const before = new Set(former?.variants.map(({ optionValues }) => choicesOf(optionValues)));
  const named = heldVariants(held);
  const variants = itemsOf(held.variants)
    .filter(isObject)
    .filter((variant) => {
      const choices = heldChoices(variant);
      const isCopy = idOf(variant.id) !== named.get(choices)?.id;
      return now.has(choices) ? isCopy : before.has(choices);
    });
  const images = withImages ? idsOf(held.images) : [];
  const mayGo = images.length <= oursMax;
  return { variants: idsOf(variants), images: mayGo ? images : [], formerImages: images, oursMax };
}

/** Returns the paths, below the product, of the parts to remove that still exist. */
function stillThere({ variants, images }: UnreadObject, going: Going): string[] {
  const left = (stated: unknown, wanted: readonly string[]) =>
    idsOf(stated).filter((id) => wanted.includes(id));
  return [
    ...left(variants, going.variants).map((id) => `variants/${encodeURIComponent(id)}.json`),
    ...left(images, going.images).map((id) => `images/${encodeURIComponent(id)}.json`),
  ];
}

function idsOf(list: unknown): string[] {
  return itemsOf(list).flatMap((one) => (isObject(one) ? (idOf(one.id) ?? []) : []));
}

/**
 * Returns variants and images that exist in the store and not in the product: the merchant's own, or those that the
 * store did not remove.
 */
function leftOver({ variants, images }: UnreadObject, { product }: ToUpdate, going: Going): StoreFault[] {
  const left = [
    { field: 'variants', n: itemsOf(variants).length - product.variants.length },
    { field: 'images', n: idsOf(images).filter((id) => going.formerImages.includes(id)).length },
  ];
  return left.flatMap(({ field, n }) => {
    const said = `${n} ${field} that were taken out are still there`;
    return n > 0 ? [{ code: 'store.rejected-product', params: { message: said }, field, said }] : [];
  });
}

/**
 * Returns a note when a published product keeps its handle, which shoppers and search engines know: no redirect is
 * documented.
 */
function addressKept({ status, handle }: UnreadObject, { product, former }: ToUpdate): StoreFault[] {
  const isOther = status === 'active' && former !== undefined && former.handle !== product.handle;
  const field = 'handle';
  return isOther && decoded(textOf(handle) ?? '') !== product.handle
    ? [{ code: 'store.field-not-kept', params: { field }, field, said: `${field} stays as it was` }]
    : [];
}
