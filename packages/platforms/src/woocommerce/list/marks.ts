import type { ListingKey } from '../../listing/product-seen.ts';
import { isObject, itemsOf, textOf } from '../../unread.ts';

/** Fields of our own that a product bears beside its content; shoppers and the merchant's forms do not show them. */
export interface Marks {
  key: ListingKey | null;
  /** The attempt that wrote it last and whole. */
  attemptId: string | null;
  /** The hash of what that attempt was to write. */
  content: string | null;
  /** How many variations and pictures it has when it is whole. */
  variations: number;
  pictures: number;
  /** The store's ids of its images that are ours, by our marks. */
  images: ReadonlyMap<string, number>;
}

const keyField = '_bowerbird_key';
const attemptField = '_bowerbird_attempt';
const contentField = '_bowerbird_content';
const partsField = '_bowerbird_parts';
const imagesField = '_bowerbird_images';
/** On a variation: that it is ours to take away. */
export const variantField = '_bowerbird_variant';

type Field = { key: string; value: string };

export function keyMark(key: ListingKey): Field[] {
  return [{ key: keyField, value: key }];
}

/** Stand on a product from the request on after which it is whole, and on a new one from the first on. */
export function wholeMarks(
  attemptId: string,
  content: string,
  { variations, pictures }: { variations: number; pictures: number },
): Field[] {
  return [
    { key: attemptField, value: attemptId },
    { key: contentField, value: content },
    { key: partsField, value: `${variations}/${pictures}` },
  ];
}

/** Which images of a product are ours, and of which addresses; nothing where there are none. */
export function imagesMark(images: ReadonlyMap<string, number>): Field[] {
  const value = [...images].map(([mark, id]) => `${mark}:${id}`).join(' ');
  return value === '' ? [] : [{ key: imagesField, value }];
}

/** Whether a product bears the slug that it was made under, and so was never shown; a store may drop it. */
export function isFirstSlug(slug: unknown): boolean {
  return typeof slug !== 'string' || /^(?:bb-[a-z2-7]{16}(?:-\d+)?)?$/.test(slug);
}

export function marksIn(metaData: unknown): Marks {
  const fields = new Map(
    itemsOf(metaData)
      .filter(isObject)
      .map(({ key, value }) => [key, textOf(value)]),
  );
  const [, variations = '0', pictures = '0'] = /^(\d+)\/(\d+)$/.exec(fields.get(partsField) ?? '') ?? [];
  const key = fields.get(keyField) ?? null;
  return {
    key: key !== null && /^bb-[a-z2-7]{16}$/.test(key) ? key : null,
    attemptId: fields.get(attemptField) ?? null,
    content: fields.get(contentField) ?? null,
    variations: Number(variations),
    pictures: Number(pictures),
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
