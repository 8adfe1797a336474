import { z } from 'zod/mini';
import { withFields } from '../../merge/same.ts';
import type { Image, Product } from '../../product.ts';
import { imageIdentity } from '../../stored/image-identity.ts';

/** A position counted from 1, or from the end: -1 is the last. */
export const Place = z.int().check(z.refine((place) => place !== 0));

/** The index of a position in a list of this length; outside of the list where there is no such position. */
export function indexOf(place: number, length: number): number {
  return place > 0 ? place - 1 : length + place;
}

/**
 * An image's address on the web. Stores and files get it as it is, so that it must be one that everybody can read.
 */
export const WebAddress = z.url({ protocol: /^https?$/ }).check(z.maxLength(2000));

/** Returns the product with these images. A variant whose image is not among them is left without one. */
export function withImages(product: Product, images: Image[]): Product {
  const left = new Set(images.map(imageIdentity));
  const variants = product.variants.map((variant) =>
    variant.imageUrl === null || left.has(variant.imageUrl) ? variant : { ...variant, imageUrl: null },
  );
  return withFields(product, { images, variants });
}

/** Reports whether the product has the image at this address: it is shown, or shown as a changed copy. */
export function hasImage({ images }: Pick<Product, 'images'>, address: string): boolean {
  return images.some((image) => image.url === address || imageIdentity(image) === address);
}
