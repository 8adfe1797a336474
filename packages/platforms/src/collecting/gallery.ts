import type { Picture } from '@bowerbird/catalog/product';
import { absoluteAddress, withoutQuery } from '../addresses.ts';
import { isObject, itemsOf, textOf, type UnreadObject, wholeOf } from '../unread.ts';

/** A product's pictures, and which of them shows which variant. */
export interface Gallery {
  all: Picture[];
  /** The address among `all` of what the shop names as a variant's picture; null when it names none. */
  ofVariant(variant: UnreadObject): string | null;
}

/**
 * Reads pictures in their order. One file under two versions (`?v=`) is one picture; the address kept is the one sent,
 * for downloading; `original` gives the full size of an address that names another. A variant's picture that is not among the product's is added to them.
 */
export function readGallery(
  product: UnreadObject,
  base: string,
  original: (address: string) => string = (address) => address,
): Gallery {
  const all: Picture[] = [];
  const byPath = new Map<string, Picture>();

  function add(image: unknown): Picture | null {
    const address = absoluteAddress(original(textOf(isObject(image) ? image.src : image) ?? ''), base);
    if (address === null || address === base) {
      return null;
    }
    const sent = isObject(image) ? image : {};
    const path = withoutQuery(address);
    const known = byPath.get(path);
    if (known) {
      known.alt ||= textOf(sent.alt) ?? '';
      return known;
    }
    const picture = {
      url: address,
      alt: textOf(sent.alt) ?? '',
      width: wholeOf(sent.width),
      height: wholeOf(sent.height),
    };
    byPath.set(path, picture);
    all.push(picture);
    return picture;
  }

  const images = itemsOf(product.images);
  for (const image of images) {
    add(image);
  }

  // Built only for the products that need it: most variants name their picture themselves.
  let byId: Map<unknown, string> | null = null;
  function picturesById(): Map<unknown, string> {
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
      byId ??= picturesById();
      return byId.get(variant.id) ?? byId.get(variant.image_id ?? '') ?? null;
    },
  };
}
