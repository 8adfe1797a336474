import type { Image } from '@bowerbird/catalog/product';
import { absoluteAddress, withoutQuery } from '../../net/addresses.ts';
import { isObject, itemsOf, textOf, type UnreadObject, wholeOf } from '../../reading/unread.ts';

/** A product's images, and which of them shows which variant. */
export interface Gallery {
  all: Image[];
  /** Returns the address in `all` of the image that the shop names for a variant; null when it names none. */
  ofVariant(variant: UnreadObject): string | null;
}

/**
 * Reads images in order. One file with two versions (`?v=`) is one image; the address kept for downloading is the one
 * sent; `original` returns the full-size address of a smaller version. A variant's image that is not among the
 * product's is added to them.
 */
export function readGallery(
  product: UnreadObject,
  base: string,
  original: (address: string) => string = (address) => address,
): Gallery {
  const all: Image[] = [];
  const byPath = new Map<string, Image>();
  /** Addresses by the text that was sent: several variants name one image. */
  const addresses = new Map<string, string | null>();

  function addressOf(text: string): string | null {
    let address = addresses.get(text);
    if (address === undefined) {
      address = absoluteAddress(original(text), base);
      addresses.set(text, address);
    }
    return address;
  }

  function add(image: unknown): Image | null {
    const sent = isObject(image) ? image : {};
    const address = addressOf(textOf(isObject(image) ? image.src : image) ?? '');
    if (address === null || address === base) {
      return null;
    }
    const path = withoutQuery(address);
    const known = byPath.get(path);
    if (known) {
      known.alt ||= textOf(sent.alt) ?? '';
      return known;
    }
    const entry = {
      url: address,
      alt: textOf(sent.alt) ?? '',
      width: wholeOf(sent.width),
      height: wholeOf(sent.height),
    };
    byPath.set(path, entry);
    all.push(entry);
    return entry;
  }

  const images = itemsOf(product.images);
  for (const image of images) {
    add(image);
  }

  // Built only when needed: most variants name their image themselves.
  let byId: Map<unknown, string> | null = null;
  function imagesById(): Map<unknown, string> {
    const known = new Map<unknown, string>();
    for (const image of images) {
      const url = isObject(image) ? add(image)?.url : undefined;
      if (isObject(image) && url !== undefined) {
        for (const id of [image.id, ...itemsOf(image.variant_ids)]) {
          known.set(id, url);
        }
      }
    }
    return known;
  }

  return {
    all,
    ofVariant(variant) {
      const own = variant.featured_image ?? variant.image;
      if (own) {
        return add(own)?.url ?? null;
      }
      byId ??= imagesById();
      return byId.get(variant.id) ?? byId.get(variant.image_id ?? '') ?? null;
    },
  };
}
