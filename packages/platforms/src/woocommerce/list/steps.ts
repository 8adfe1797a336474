import type { StoreAccess } from '../../listing/store.ts';
import type { ToUpdate } from '../../listing/writes.ts';
import { itemsOf } from '../../unread.ts';
import { isVariable, listsChoices, sharedIds } from './choices.ts';
import { extraMeta, hashSent, productBody } from './content.ts';
import type { Held } from './held.ts';
import { imagesMark, keyMark, marksIn, wholeMarks } from './marks.ts';
import { heldPictures, type Planning, picturesOf } from './pictures.ts';
import { type VariationRows, variationRows } from './variations.ts';

/** What one attempt sends of a product: a row among others, or a request of its own. */
export type Step =
  | { kind: 'content'; row: Record<string, unknown>; isWhole: boolean }
  | { kind: 'variations'; rows: VariationRows; isWhole: boolean };

/**
 * What comes next for a product that is there. Variations are no part of a product's own request, so making it whole takes
 * several, each an attempt with its own gate and fate: what shoppers choose by first, as a variation of a value that its
 * product does not list cannot be chosen; then the variations; the product's content, with the mark of the attempt, last.
 * So the mark of an attempt on a product means that all of it is there. Each step is found anew from what the store
 * holds, and a step that was applied unheard is not done again.
 */
export async function nextStep(
  item: ToUpdate,
  held: Held,
  store: StoreAccess,
  planning: Planning = 'to be sent',
): Promise<Step> {
  const { product, options } = item;
  const pictures = heldPictures(held);
  const shared = sharedIds(item, store, held);
  const content = await hashSent(product, options);
  const sent = await picturesOf(item, pictures, store, planning);
  const ids = new Map([...pictures.byMark, ...sent.marks]);
  const rows = isVariable(product) ? await variationRows(item, held, ids, shared, store) : null;
  const marks = marksIn(held.product.meta_data);
  const isOpen = held.product.type === 'variable' && listsChoices(held.product.attributes, product, shared);
  // Pictures that the store has still to fetch go first: variations show them by their numbers.
  const isFetched = !sent.images.some((image) => 'src' in image) && !sent.waits;
  if (rows !== null && isOpen && isFetched) {
    const isWhole = rows.isAll && marks.key !== null && marks.content === content && lacksNone(held);
    return { kind: 'variations', rows, isWhole };
  }
  const isWhole = rows === null && sent.left === 0;
  const parts = {
    variations: isVariable(product) ? product.variants.length : 0,
    pictures: sent.images.length,
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

/** Whether the pictures that the product was to have when it was marked are there. */
function lacksNone({ product }: Held): boolean {
  return itemsOf(product.images).length >= marksIn(product.meta_data).pictures;
}
