import type { Image } from '@bowerbird/catalog/product';
import { absoluteAddress } from '../../../net/addresses.ts';
import { isObject, itemsOf, textOf } from '../../../reading/unread.ts';

/** A gallery that grows by the images that variations add. */
export interface Gallery {
  all: Image[];
  /** Returns the address of this image in the gallery, and adds it when it is new; null for an invalid image. */
  add(image: unknown): string | null;
}

/** Reads the images of a product as the API sends them: full size, width from the widest of `srcset`. */
export function readGallery(images: unknown, base: string): Gallery {
  const all: Image[] = [];
  const gallery: Gallery = {
    all,
    add(image) {
      const url = isObject(image) ? absoluteAddress(textOf(image.src) ?? '', base) : null;
      if (!isObject(image) || url === null) {
        return null;
      }
      if (!all.some((known) => known.url === url)) {
        all.push({ url, alt: textOf(image.alt) ?? '', width: widthOf(image.srcset), height: null });
      }
      return url;
    },
  };
  for (const image of itemsOf(images)) {
    gallery.add(image);
  }
  return gallery;
}

function widthOf(srcset: unknown): number | null {
  const widths = [...(textOf(srcset) ?? '').matchAll(/\s(\d{1,5})w(?=,|$)/g)].map(([, width]) =>
    Number(width),
  );
  return widths.length === 0 ? null : Math.max(...widths);
}
