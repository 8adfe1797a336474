import type { ListingKey } from '../../listing/product-seen.ts';
import { isObject, itemsOf, textOf } from '../../reading/unread.ts';

/** Our own fields of a product in addition to its content; shoppers and the merchant's forms do not see them. */
export interface Marks {
  key: ListingKey | null;
  /** The attempt that last wrote the product completely. */
  attemptId: string | null;
  /** The hash of what that attempt was to write. */
  content: string | null;
  /** The numbers below are stated: the store writes marks one after the other, and may be read in between. */
  isCounted: boolean;
  /** Number of variations and images of the complete product. */
  variations: number;
  imageCount: number;
  /** The store's ids of those images of the product that are ours, by our marks. */
  images: ReadonlyMap<string, number>;
}

const keyField = '_bowerbird_key';
const attemptField = '_bowerbird_attempt';
const contentField = '_bowerbird_content';
const partsField = '_bowerbird_parts';
const imagesField = '_bowerbird_images';
/** Field that marks a variation which we may remove. */
export const variantField = '_bowerbird_variant';

type Field = { key: string; value: string };

export function keyMark(key: ListingKey): Field[] {
  return [{ key: keyField, value: key }];
}

/**
 * Returns the marks that the last request of a write sets, after which a product is complete; a new product has them
 * from its first request on. The attempt is the last of them, as the store writes one after the other: who reads it
 * reads the others too.
 */
export function wholeMarks(
  attemptId: string,
  content: string,
  { variations, imageCount }: { variations: number; imageCount: number },
): Field[] {
  return [
    { key: partsField, value: `${variations}/${imageCount}` },
    { key: contentField, value: content },
    { key: attemptField, value: attemptId },
  ];
}

/**
 * Returns the mark that records which images of a product are ours, and their addresses; nothing where there are none.
 */
export function imagesMark(images: ReadonlyMap<string, number>): Field[] {
  const value = [...images].map(([mark, id]) => `${mark}:${id}`).join(' ');
  return value === '' ? [] : [{ key: imagesField, value }];
}

/**
 * Reports whether a product still has the slug that it was created under, and so was never published; a store may drop
 * the slug.
 */
export function isFirstSlug(slug: unknown): boolean {
  return typeof slug !== 'string' || /^(?:bb-[a-z2-7]{16}(?:-\d+)?)?$/.test(slug);
}

export function marksIn(metaData: unknown): Marks {
  const fields = new Map(
    itemsOf(metaData)
      .filter(isObject)
      .map(({ key, value }) => [key, textOf(value)]),
  );
  const counts = /^(\d+)\/(\d+)$/.exec(fields.get(partsField) ?? '');
  const [, variations = '0', imageCount = '0'] = counts ?? [];
  const key = fields.get(keyField) ?? null;
  return {
    key: key !== null && /^bb-[a-z2-7]{16}$/.test(key) ? key : null,
    attemptId: fields.get(attemptField) ?? null,
    content: fields.get(contentField) ?? null,
    isCounted: counts !== null,
    variations: Number(variations),
    imageCount: Number(imageCount),
    images: new Map(
      [...(fields.get(imagesField) ?? '').matchAll(/([\da-f]{16}):(\d+)/g)].map(([, mark = '', id]) => [
        mark,
        Number(id),
      ]),
    ),
  };
}

export function isOurVariation(metaData: unknown): boolean {
  return itemsOf(metaData).some((one) => isObject(one) && one.key === variantField);
}
