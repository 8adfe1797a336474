import type { Image, Product } from '../product.ts';
import { shortHash } from './fingerprint.ts';

/**
 * Returns the address by which an image is known: where it was first read, also when the product shows a changed copy
 * of it, such as a cropped one. Two images with one identity are the same image in a merge, in a variant's `imageUrl`
 * and in the history; where the picture itself is needed, see `imageAddress`.
 */
export function imageIdentity({ url, origin }: Pick<Image, 'url' | 'origin'>): string {
  return origin?.url ?? url;
}

/**
 * Returns a short id of an image: the same for every copy of it, on every machine. Two images of a product with one
 * identity have the same id; where each needs its own, see `keysOf`.
 */
export function imageId(image: Pick<Image, 'url' | 'origin'>): string {
  return shortHash(imageIdentity(image));
}

/** Returns the address at which the image of this identity is found, as variants name it; null for no image. */
export function imageAddress({ images }: Pick<Product, 'images'>, identity: string | null): string | null {
  return images.find((image) => imageIdentity(image) === identity)?.url ?? identity;
}
