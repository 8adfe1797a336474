import { z } from 'zod/mini';
import type { Image, Product } from '../../product.ts';
import { ShortText } from '../../similar/sent-text.ts';
import { imageIdentity } from '../../stored/image-identity.ts';
import { productEdit } from '../kind.ts';
import { fillTemplate } from '../text/template.ts';
import { indexOf, Place, withImages } from './with-images.ts';

/** Addresses at which images were first read, by which they are known (`imageIdentity`). */
const addresses = z.array(ShortText).check(z.minLength(1));

/** Removes images. A variant whose image is removed is left without one. */
export const removeImages = productEdit(
  z.strictObject({ kind: z.literal('remove-images'), addresses }),
  (product, edit) => {
    const gone = new Set(edit.addresses);
    return withImages(
      product,
      product.images.filter((image) => !gone.has(imageIdentity(image))),
    );
  },
);

/** Removes images at positions: many products have only those in common. */
export const removeImagesAt = productEdit(
  z.strictObject({ kind: z.literal('remove-images-at'), places: z.array(Place).check(z.minLength(1)) }),
  (product, edit) => {
    const { images } = product;
    const gone = new Set(edit.places.map((place) => indexOf(place, images.length)));
    return withImages(
      product,
      images.filter((_, index) => !gone.has(index)),
    );
  },
);

/** Keeps the first images, at most so many. */
export const limitImages = productEdit(
  z.strictObject({ kind: z.literal('limit-images'), max: z.int().check(z.minimum(0), z.maximum(1000)) }),
  (product, edit) => withImages(product, product.images.slice(0, edit.max)),
);

/** These images first, in this order; the others follow in their present order. */
export const sortImages = productEdit(
  z.strictObject({ kind: z.literal('sort-images'), addresses }),
  (product, edit) => withImages(product, inOrder(product.images, edit.addresses)),
);

export const moveImage = productEdit(
  z.strictObject({ kind: z.literal('move-image'), from: Place, to: Place }),
  (product, edit) => withImages(product, moved(product.images, edit.from, edit.to)),
);

/** Placeholders: `{title}` `{vendor}` `{type}`, and `{n}` for the image's number from 1. */
export const altText = productEdit(
  z.strictObject({
    kind: z.literal('alt-text'),
    template: ShortText,
    onlyWhereEmpty: z.optional(z.boolean()),
  }),
  (product, edit) => withImages(product, described(product, edit.template, edit.onlyWhereEmpty ?? false)),
);

function inOrder(images: readonly Image[], addresses: readonly string[]): Image[] {
  const rank = new Map([...addresses].reverse().map((address, index) => [address, -index - 1]));
  const rankOf = (image: Image) => rank.get(imageIdentity(image)) ?? 0;
  return images.toSorted((left, right) => rankOf(left) - rankOf(right));
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
