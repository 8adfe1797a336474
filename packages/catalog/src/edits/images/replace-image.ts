import { z } from 'zod/mini';
import type { Image, Product } from '../../product.ts';
import { imageIdentity } from '../../stored/image-identity.ts';
import { productEdit, type Scope } from '../kind.ts';
import { patternReplacement, replacedByPattern } from '../text/replace-edits.ts';
import { hasImage, indexOf, Place, WebAddress, withImages } from './with-images.ts';

/** How the origin of an image says that another image is shown in its place. */
const replacement = 'replace';

/**
 * Shows another image in the place of one. It stays the same image to variants, to merges with its source and to the
 * history, so that reading the source again does not bring the old one back.
 */
export const replaceImage = productEdit(
  z.strictObject({ kind: z.literal('replace-image'), place: Place, address: WebAddress }),
  (product, { place, address }, scope) => {
    const index = indexOf(place, product.images.length);
    const image = product.images[index];
    return image === undefined ? product : shownAt(product, index, address, scope);
  },
);

/** Shows other images in the places of those whose address matches a pattern, which makes the new addresses. */
export const replaceImagesByPattern = productEdit(
  z.strictObject({ kind: z.literal('replace-images-by-pattern'), ...patternReplacement }),
  (product, edit, scope) =>
    product.images.reduce<Product>((given, { url }, index) => {
      const address = replacedByPattern(url, edit, scope);
      return address === null || address === url ? given : shownAt(given, index, address, scope);
    }, product),
);

function shownAt(product: Product, index: number, address: string, scope: Scope): Product {
  const { images } = product;
  const image = images[index];
  if (image === undefined || image.url === address) {
    return product;
  }
  if (!WebAddress.safeParse(address).success) {
    scope.refuse('image-address-invalid', { address: address.slice(0, 200) });
    return product;
  }
  if (hasImage({ images: images.toSpliced(index, 1) }, address)) {
    scope.refuse('image-twice', { address });
    return product;
  }
  return withImages(product, images.with(index, showing(image, address)));
}

/** Returns the image with another file; with its original again where that is at the address. */
function showing(image: Image, address: string): Image {
  const shown = { url: address, alt: image.alt, width: null, height: null };
  const url = imageIdentity(image);
  const done = image.origin?.transformations ?? [];
  return address === url
    ? shown
    : {
        ...shown,
        origin: {
          url,
          hash: image.origin?.hash ?? null,
          transformations: done.includes(replacement) ? done : [...done, replacement],
        },
      };
}
