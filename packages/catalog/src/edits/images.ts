import { z } from 'zod/mini';
import type { Image, Product } from '../product.ts';
import { withFields } from '../same.ts';
import { ShortText } from '../sent-text.ts';
import { fillTemplate } from './replace.ts';

const addresses = z.array(ShortText).check(z.minLength(1));
/** A position counted from 1, or from the end: -1 is the last. */
const Place = z.int().check(z.refine((place) => place !== 0));

export const ImageEdit = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('remove-images'), addresses }),
  /** For editing many products at once, which have only image positions in common. */
  z.object({ kind: z.literal('remove-images-at'), places: z.array(Place).check(z.minLength(1)) }),
  /** These images first, in this order; the others follow in their present order. */
  z.object({ kind: z.literal('sort-images'), addresses }),
  z.object({ kind: z.literal('move-image'), from: Place, to: Place }),
  /** Placeholders: `{title}` `{vendor}` `{type}`, and `{n}` for the image's number from 1. */
  z.object({
    kind: z.literal('alt-text'),
    template: ShortText,
    onlyWhereEmpty: z.optional(z.boolean()),
  }),
]);
export type ImageEdit = z.infer<typeof ImageEdit>;

/** Applies an edit of images. A variant whose image is removed is left without one. */
export function applyImageEdit(product: Product, edit: ImageEdit): Product {
  const { images } = product;
  switch (edit.kind) {
    case 'remove-images': {
      const gone = new Set(edit.addresses);
      return withImages(
        product,
        images.filter(({ url }) => !gone.has(url)),
      );
    }
    case 'remove-images-at': {
      const gone = new Set(edit.places.map((place) => indexOf(place, images.length)));
      return withImages(
        product,
        images.filter((_, index) => !gone.has(index)),
      );
    }
    case 'sort-images':
      return withImages(product, inOrder(images, edit.addresses));
    case 'move-image':
      return withImages(product, moved(images, edit.from, edit.to));
    case 'alt-text':
      return withImages(product, described(product, edit.template, edit.onlyWhereEmpty ?? false));
  }
}

function withImages(product: Product, images: Image[]): Product {
  const left = new Set(images.map(({ url }) => url));
  const variants = product.variants.map((variant) =>
    variant.imageUrl === null || left.has(variant.imageUrl) ? variant : { ...variant, imageUrl: null },
  );
  return withFields(product, { images, variants });
}

function indexOf(place: number, length: number): number {
  return place > 0 ? place - 1 : length + place;
}

function inOrder(images: readonly Image[], addresses: readonly string[]): Image[] {
  const rank = new Map([...addresses].reverse().map((address, index) => [address, -index - 1]));
  return images.toSorted((left, right) => (rank.get(left.url) ?? 0) - (rank.get(right.url) ?? 0));
}

function moved(images: readonly Image[], from: number, to: number): Image[] {
  const index = indexOf(from, images.length);
  const image = images[index];
  if (image === undefined) {
    return [...images];
  }
  const place = Math.min(Math.max(indexOf(to, images.length), 0), images.length - 1);
  return images.toSpliced(index, 1).toSpliced(place, 0, image);
}

function described(product: Product, template: string, onlyWhereEmpty: boolean): Image[] {
  return product.images.map((image, index) => {
    const values = {
      title: product.title,
      vendor: product.vendor ?? '',
      type: product.productType ?? '',
      n: String(index + 1),
    };
    const keep = onlyWhereEmpty && image.alt.trim() !== '';
    return keep ? image : { ...image, alt: fillTemplate(template, values) };
  });
}
