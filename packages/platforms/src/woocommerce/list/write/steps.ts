import type { StoreAccess } from '../../../listing/store/access.ts';
import type { ToUpdate } from '../../../listing/writes.ts';
import { itemsOf } from '../../../reading/unread.ts';
import { isVariable, listsChoices, sharedIds } from '../choices.ts';
import type { Held } from '../held-product.ts';
import { heldImages, imagesOf, type Planning } from '../images/images.ts';
import { imagesMark, keyMark, marksIn, wholeMarks } from '../marks.ts';
import { extraMeta, hashSent, productBody } from './content.ts';
import { type VariationRows, variationRows } from './variations.ts';

/** What one attempt sends of a product: a row among others, or a request of its own. */
export type Step =
  | { kind: 'content'; row: Record<string, unknown>; isWhole: boolean }
  | { kind: 'variations'; rows: VariationRows; isWhole: boolean };

/**
 * Returns the next step for an existing product. Variations are no part of a product's own request, so completing it
 * takes several, each an attempt with its own gate and outcome: first the options, as a variation cannot use a value
 * that its product does not list; then the variations; the product's content last, with the mark of the attempt. So the
 * mark of an attempt on a product means that all of it is there. Each step is determined from what the store holds, and
 * a step that was applied although its answer was lost is not repeated.
 */
export async function nextStep(
  item: ToUpdate,
  held: Held,
  store: StoreAccess,
  planning: Planning = 'to be sent',
): Promise<Step> {
  const { product, options } = item;
  const images = heldImages(held);
  const shared = sharedIds(item, store, held);
  const content = await hashSent(product, options);
  const sent = await imagesOf(item, images, store, planning);
  const ids = new Map([...images.byMark, ...sent.marks]);
  const rows = isVariable(product) ? await variationRows(item, held, ids, shared, store) : null;
  const marks = marksIn(held.product.meta_data);
  const isOpen = held.product.type === 'variable' && listsChoices(held.product.attributes, product, shared);
  // Images that the store still has to fetch go first: variations refer to them by their ids.
  const isFetched = !sent.images.some((image) => 'src' in image) && !sent.waits;
  if (rows !== null && isOpen && isFetched) {
    const isWhole = rows.isAll && marks.key !== null && marks.content === content && lacksNone(held);
    return { kind: 'variations', rows, isWhole };
  }
  const isWhole = rows === null && sent.left === 0;
  const parts = {
    variations: isVariable(product) ? product.variants.length : 0,
    imageCount: sent.images.length,
  };
  return {
    kind: 'content',
    isWhole,
    row: {
      id: Number(item.storeProductId),
      ...productBody(item, shared, store),
      images: sent.images,
      meta_data: [
        ...keyMark(item.key),
        ...imagesMark(sent.marks),
        ...extraMeta(product, store),
        ...(isWhole ? wholeMarks(item.attemptId, content, parts) : []),
      ],
    },
  };
}

/** Reports whether the images that the product was to have when it was marked are there. */
function lacksNone({ product }: Held): boolean {
  return itemsOf(product.images).length >= marksIn(product.meta_data).imageCount;
}
