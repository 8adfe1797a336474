import type { Product } from '@bowerbird/catalog/product';
import type { ListerContext, StoreAccess } from '../../../listing/store/access.ts';
import { isObject, itemsOf, wholeOf } from '../../../reading/unread.ts';
import { readJson } from '../calls/client.ts';
import { fetchAddress, imageMark } from './images.ts';
import { foundStray, knownImage, markNamed } from './known-images.ts';

/**
 * Finds images of a product that a request fetched into the store without any product coming to show them, as when PHP
 * is killed between an image and its product; the next write names them by their ids. Anyone may list files that belong
 * to no product (`readme.md`, Images), which these keys do not open otherwise. An image that lacks even its alt text was
 * interrupted while its sizes were made, and is not used. Reads only.
 */
export async function findStrays(
  product: Pick<Product, 'images' | 'title' | 'handle'>,
  store: StoreAccess,
  context: ListerContext,
): Promise<void> {
  const images = new Map(product.images.map((image) => [image.url, image]));
  for (const image of images.values()) {
    const mark = await imageMark(image.url);
    // Before addresses had words, the file was named after the address itself.
    for (const words of new Set([wordsOf(fetchAddress(image, product)), wordsOf(image.url)])) {
      if (words !== null && knownImage(mark, store) === undefined) {
        await findStray(mark, words, store, context);
      }
    }
  }
}

async function findStray(
  mark: string,
  words: string,
  store: StoreAccess,
  context: ListerContext,
): Promise<void> {
  const query = {
    search: words,
    per_page: '100',
    orderby: 'id',
    order: 'desc',
    _fields: 'id,title,alt_text',
  };
  const { body } = await readJson({ method: 'GET', route: '/wp/v2/media', query }, store, context);
  for (const file of itemsOf(body).filter(isObject)) {
    const id = wholeOf(file.id);
    const title = isObject(file.title) ? file.title.rendered : null;
    if (id !== null && [file.alt_text, title].some((text) => markNamed(text) === mark)) {
      foundStray(mark, id, store);
      return;
    }
  }
}

/** Returns the longest part of the file's name that the store keeps as it is; null where there is none. */
function wordsOf(url: string): string | null {
  const file = URL.parse(url)?.pathname.split('/').at(-1) ?? '';
  const parts = file.replace(/\.\w+$/, '').match(/[a-z\d]+(?:[-_][a-z\d]+)*/gi) ?? [];
  return parts.toSorted((one, other) => other.length - one.length)[0] ?? null;
}
