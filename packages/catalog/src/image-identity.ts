import { shortHash } from './fingerprint.ts';
import type { Image } from './product.ts';

/**
 * Returns a short id of an image: the same for every copy of it, on every machine. Two images of a product with one
 * address have the same id; where each needs its own, see `keysOf`.
 */
export function imageId(image: Pick<Image, 'url'>): string {
  return shortHash(image.url);
}
