import type { Picture } from '@bowerbird/catalog/product';
import { absoluteAddress } from '../addresses.ts';
import { isObject, itemsOf, textOf } from '../unread.ts';

/** A gallery that grows by the pictures variations add. */
export interface Gallery {
  all: Picture[];
  /** The address of this picture in the gallery, added when it is new; null for what is none. */
  add(image: unknown): string | null;
}

/** The pictures of a product as the API sends them: full size, width from the widest of `srcset`. */
export function readGallery(images: unknown, base: string): Gallery {
  const all: Picture[] = [];
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
