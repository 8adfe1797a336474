import { z } from 'zod/mini';
import { productEdit } from '../kind.ts';
import { hasImage, Place, WebAddress, withImages } from './with-images.ts';

/**
 * Adds an image at a position: 1 is the first, -1 the last, and a position behind the last image is the last. A product
 * that has the image keeps it where it is.
 */
export const addImage = productEdit(
  z.strictObject({ kind: z.literal('add-image'), address: WebAddress, place: Place }),
  (product, { address, place }) => {
    const { images } = product;
    if (hasImage(product, address)) {
      return product;
    }
    const index = place > 0 ? place - 1 : Math.max(images.length + place + 1, 0);
    const added = { url: address, alt: '', width: null, height: null };
    return withImages(product, images.toSpliced(Math.min(index, images.length), 0, added));
  },
);
