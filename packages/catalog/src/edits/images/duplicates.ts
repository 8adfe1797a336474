import { z } from 'zod/mini';
import type { Image, Product } from '../../product.ts';
import { imagePath } from '../../stored/fingerprint.ts';
import { imageIdentity } from '../../stored/image-identity.ts';
import { productEdit } from '../kind.ts';
import { withImages } from './with-images.ts';

/**
 * Removes images that the product has several times: with one identity, or at the same address apart from its query and
 * the size in its name. The largest of them stays, in the position of the first, and is the image of the variants that
 * had another of them.
 */
export const removeDuplicateImages = productEdit(
  z.strictObject({ kind: z.literal('remove-duplicate-images') }),
  (product) => {
    let given = product;
    // Two images may turn out to be the same by a third one that stays.
    for (let next = withoutCopies(given); next !== given; next = withoutCopies(given)) {
      given = next;
    }
    return given;
  },
);

function withoutCopies(product: Product): Product {
  const kept: Image[] = [];
  const places = new Map<string, number>();
  for (const image of product.images) {
    const keys = [imageIdentity(image), fileOf(image.url)];
    const place = keys.map((key) => places.get(key)).find((each) => each !== undefined) ?? kept.length;
    for (const key of keys) {
      places.set(key, place);
    }
    const other = kept[place];
    if (other === undefined || (image.width ?? 0) > (other.width ?? 0)) {
      kept[place] = image;
    }
  }
  if (kept.length === product.images.length) {
    return product;
  }
  const variants = product.variants.map((variant) => {
    const image = kept[places.get(variant.imageUrl ?? '') ?? -1];
    return image === undefined ? variant : { ...variant, imageUrl: imageIdentity(image) };
  });
  return withImages({ ...product, variants }, kept);
}

/** The host and the path of an image file without its size; the whole address where its query may choose the image. */
function fileOf(address: string): string {
  const [host = ''] = /^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i.exec(address) ?? [];
  return /\.(?:jpe?g|png|webp|gif|avif)(?:_\d+x\d+[^/?#]*)?(?:[?#]|$)/i.test(address)
    ? `${host.toLowerCase()}${imagePath(address)}`
    : address;
}
