import { z } from 'zod/mini';
import type { Picture, Product } from '../product.ts';
import { withFields } from '../same.ts';
import { ShortText } from '../sent-text.ts';
import { fillTemplate } from './replace.ts';

const addresses = z.array(ShortText).check(z.minLength(1));
/** A place counted from 1, or from the end: -1 is the last. */
const Place = z.int().check(z.refine((place) => place !== 0));

export const PictureEdit = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('remove-pictures'), addresses }),
  /** For many products at once, where only places are common to all. */
  z.object({ kind: z.literal('remove-pictures-at'), places: z.array(Place).check(z.minLength(1)) }),
  /** These first, in this order; the others follow as they stood. */
  z.object({ kind: z.literal('sort-pictures'), addresses }),
  z.object({ kind: z.literal('move-picture'), from: Place, to: Place }),
  /** `{title}` `{vendor}` `{type}`, and `{n}` the picture's number from 1. */
  z.object({
    kind: z.literal('alt-text'),
    template: ShortText,
    onlyWhereEmpty: z.optional(z.boolean()),
  }),
]);
export type PictureEdit = z.infer<typeof PictureEdit>;

/** Edits of pictures. A variant whose picture goes is left without one. */
export function applyPictureEdit(product: Product, edit: PictureEdit): Product {
  const { pictures } = product;
  switch (edit.kind) {
    case 'remove-pictures': {
      const gone = new Set(edit.addresses);
      return withPictures(
        product,
        pictures.filter(({ url }) => !gone.has(url)),
      );
    }
    case 'remove-pictures-at': {
      const gone = new Set(edit.places.map((place) => indexOf(place, pictures.length)));
      return withPictures(
        product,
        pictures.filter((_, index) => !gone.has(index)),
      );
    }
    case 'sort-pictures':
      return withPictures(product, inOrder(pictures, edit.addresses));
    case 'move-picture':
      return withPictures(product, moved(pictures, edit.from, edit.to));
    case 'alt-text':
      return withPictures(product, described(product, edit.template, edit.onlyWhereEmpty ?? false));
  }
}

function withPictures(product: Product, pictures: Picture[]): Product {
  const left = new Set(pictures.map(({ url }) => url));
  const variants = product.variants.map((variant) =>
    variant.pictureUrl === null || left.has(variant.pictureUrl) ? variant : { ...variant, pictureUrl: null },
  );
  return withFields(product, { pictures, variants });
}

function indexOf(place: number, length: number): number {
  return place > 0 ? place - 1 : length + place;
}

function inOrder(pictures: readonly Picture[], addresses: readonly string[]): Picture[] {
  const rank = new Map([...addresses].reverse().map((address, index) => [address, -index - 1]));
  return pictures.toSorted((left, right) => (rank.get(left.url) ?? 0) - (rank.get(right.url) ?? 0));
}

function moved(pictures: readonly Picture[], from: number, to: number): Picture[] {
  const index = indexOf(from, pictures.length);
  const picture = pictures[index];
  if (picture === undefined) {
    return [...pictures];
  }
  const place = Math.min(Math.max(indexOf(to, pictures.length), 0), pictures.length - 1);
  return pictures.toSpliced(index, 1).toSpliced(place, 0, picture);
}

function described(product: Product, template: string, onlyWhereEmpty: boolean): Picture[] {
  return product.pictures.map((picture, index) => {
    const values = {
      title: product.title,
      vendor: product.vendor ?? '',
      type: product.productType ?? '',
      n: String(index + 1),
    };
    const keep = onlyWhereEmpty && picture.alt.trim() !== '';
    return keep ? picture : { ...picture, alt: fillTemplate(template, values) };
  });
}
