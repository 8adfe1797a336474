import type { Image, Product } from '@bowerbird/catalog/product';
import { withFileWords } from '@bowerbird/catalog/stored/uploaded-image';
import { fileWords } from '../../../listing/file-words.ts';
import type { StoreAccess } from '../../../listing/store/access.ts';
import { sha256 } from '../../../listing/store/client.ts';
import { imageMark as markOfFile } from '../../../listing/wordpress/media.ts';
import type { ToCreate } from '../../../listing/writes.ts';
import { isObject, itemsOf, textOf, wholeOf } from '../../../reading/unread.ts';
import type { Held } from '../held-product.ts';
import { isFirstSlug, marksIn } from '../marks.ts';
import { isGone, isStray, knownImage, markNamed, mayFetch, mayName } from './known-images.ts';

/**
 * Images sent by their addresses are fetched within the request, so only a few are sent at a time (`readme.md`,
 * Images).
 */
const fetchedAtFirst = 1;
const fetchedLater = 3;

/** An image that a product holds. */
interface HeldImage {
  id: number;
  /** Our mark; null for one of the merchant's own. */
  mark: string | null;
  /** The image's name is its mark, which shoppers are not to read. */
  isCalledByMark: boolean;
}

/** The images that a product holds, and the ids of ours by their marks. */
export interface HeldImages {
  shown: readonly HeldImage[];
  byMark: ReadonlyMap<string, number>;
  /** The marks that the product itself keeps, whatever its images are named. */
  kept: ReadonlySet<string>;
  /** Only we have edited the product so far. */
  isNew: boolean;
}

/** The images that one request sends. */
export interface SentImages {
  images: object[];
  /** Our marks of those sent by their ids. */
  marks: ReadonlyMap<string, number>;
  /** Number of images left for the next request: to be fetched, or to be given a name. */
  left: number;
  /** An image is left because another product has requested it. */
  waits: boolean;
}

/** A planned write requests no image: only the write that is sent has it fetched. */
export type Planning = 'to be sent' | 'only planned';

/** Returns the mark of an image, derived from its address, so that the same image is recognised in every product. */
export async function imageMark(url: string): Promise<string> {
  return (await sha256(url)).slice(0, 16);
}

export function heldImages({ product }: Held): HeldImages {
  const pinned = marksIn(product.meta_data).images;
  const marks = new Map([...pinned].map(([mark, id]) => [id, mark]));
  const shown = itemsOf(product.images)
    .filter(isObject)
    .flatMap(({ id, name, src }): HeldImage[] => {
      const number = wholeOf(id);
      const named = markNamed(name);
      // For a product that was listed from the library before its images were recorded, the file names identify them.
      const ofFile = pinned.size === 0 ? markOfFile(fileAt(src)) : null;
      return number === null
        ? []
        : [{ id: number, mark: named ?? marks.get(number) ?? ofFile, isCalledByMark: named !== null }];
    });
  const called = shown.flatMap(({ id, mark }): [string, number][] => (mark === null ? [] : [[mark, id]]));
  return { shown, byMark: new Map(called), kept: new Set(pinned.keys()), isNew: isFirstSlug(product.slug) };
}

/**
 * Returns the images of a product: from the store's own library by their ids, else by their addresses, each fetched
 * once for the store and then named by its id. A fetched image has its mark as name, set in the same request that
 * stores it, until the product itself keeps the mark; then it gets a name for shoppers. Images that the merchant added
 * stay, at the end.
 */
export async function imagesOf(
  item: Pick<ToCreate, 'product' | 'library' | 'key'>,
  held: HeldImages | null,
  store: StoreAccess,
  planning: Planning = 'to be sent',
): Promise<SentImages> {
  const { product, library, key } = item;
  const images = new Map<number | string, object>();
  const marks = new Map<string, number>();
  const seen = new Set<string>();
  let left = 0;
  let waits = false;
  let room = held === null ? fetchedAtFirst : fetchedLater;
  for (const image of product.images) {
    const mark = await imageMark(image.url);
    if (seen.has(mark)) {
      continue;
    }
    seen.add(mark);
    const id = library ? wholeOf(library.get(image.url)?.id) : idOf(mark, held, store);
    if (id !== null && id > 0 && isStray(id, store)) {
      images.set(id, { id, ...calledByMark(mark) });
      marks.set(mark, id);
      left += isToBeNamedNext(held) ? 1 : 0;
    } else if (id !== null && id > 0) {
      const sent = byId({ id, mark, isListed: library !== undefined }, image, product, held);
      images.set(id, images.get(id) ?? sent.image);
      marks.set(mark, id);
      left += sent.isUnnamed ? 1 : 0;
    } else if (!library) {
      const isMine = room > 0 && (planning === 'only planned' || mayFetch(mark, key, store));
      if (isMine) {
        room -= 1;
        images.set(mark, { src: fetchAddress(image, product), ...calledByMark(mark) });
        left += isToBeNamedNext(held) ? 1 : 0;
      } else {
        left += 1;
        waits ||= room > 0;
      }
    }
  }
  for (const { id, mark } of held?.shown ?? []) {
    if (mark === null && !isGone(id, store)) {
      images.set(id, images.get(id) ?? { id });
    }
  }
  return { images: [...images.values()], marks, left, waits };
}

/**
 * Returns the texts of an image until its product keeps the mark. The store sets the alt text first, so that an image
 * that was interrupted before it had its name is known by that (`stray-images.ts`).
 */
function calledByMark(mark: string): { name: string; alt: string } {
  return { name: `bb-${mark}`, alt: `bb-${mark}` };
}

/** Reports whether shoppers may see the product, so that the next request gives its new images their names. */
function isToBeNamedNext(held: HeldImages | null): boolean {
  return held !== null && !held.isNew;
}

/** Returns a file's name without the number that the store appends to a name already in use. */
function fileAt(src: unknown): string {
  const [file = ''] = (textOf(src) ?? '').split(/[?#]/, 1);
  return (file.split('/').at(-1) ?? '').replace(/-\d{1,3}(?=\.\w+$)/, '');
}

function idOf(mark: string, held: HeldImages | null, store: StoreAccess): number | null {
  const ids = [held?.byMark.get(mark), knownImage(mark, store)];
  return ids.find((id) => id !== undefined && !isGone(id, store)) ?? null;
}

/**
 * Returns an image by its id, with its own alt text, unless another product added the image; with a name for shoppers
 * once the mark is kept.
 */
function byId(
  { id, mark, isListed }: { id: number; mark: string; isListed: boolean },
  image: Image,
  product: Product,
  held: HeldImages | null,
): { image: object; isUnnamed: boolean } {
  const shown = held?.shown.find((one) => one.id === id);
  const isToBeNamed = shown?.isCalledByMark === true && held?.isNew === false;
  const words = altOf(image, product);
  if (isToBeNamed && (isListed || held.kept.has(mark))) {
    return { image: { id, name: words, alt: words }, isUnnamed: false };
  }
  const { alt } = image;
  return {
    image: { id, ...((isListed || shown) && alt !== '' && { alt }) },
    isUnnamed: isToBeNamed,
  };
}

/**
 * Returns the images of a product that is published for the first time, with names for shoppers, and the marks that it
 * is to keep; null where none has its mark as name. Only we have edited the product until now, so its images are ours
 * and in the order sent.
 */
export async function namedImages(
  { product, key }: Pick<ToCreate, 'product' | 'key'>,
  held: HeldImages,
  store: StoreAccess,
): Promise<{ images: object[]; marks: ReadonlyMap<string, number> } | null> {
  if (!held.shown.some(({ isCalledByMark }) => isCalledByMark)) {
    return null;
  }
  const byMark = new Map<string, Image>();
  for (const image of product.images) {
    const mark = await imageMark(image.url);
    byMark.set(mark, byMark.get(mark) ?? image);
  }
  const inOrder = [...byMark.keys()];
  const isAsSent = held.isNew && inOrder.length === held.shown.length;
  const marks = new Map<string, number>();
  const images = held.shown.map(({ id, mark, isCalledByMark }, at) => {
    const own = mark ?? (isAsSent ? inOrder[at] : undefined);
    if (own === undefined) {
      return { id };
    }
    marks.set(own, id);
    const words = altOf(byMark.get(own) ?? { alt: '' }, product);
    return isCalledByMark && mayName(id, key, store) ? { id, name: words, alt: words } : { id };
  });
  return { images, marks };
}

/**
 * Returns the address from which the store fetches an image: the store names the file after its last part, which for an
 * uploaded image is put there in words. The mark stays that of the address in the product.
 */
export function fetchAddress(
  image: Pick<Image, 'url' | 'alt'>,
  product: Pick<Product, 'title' | 'handle'>,
): string {
  const words = [altOf(image, product), product.title, product.handle].map(fileWords);
  return withFileWords(image.url, words.find((each) => each !== '') ?? '');
}

/** Returns the text that a shopper reads for an image: its own alt text, else the product's title. */
export function altOf({ alt }: Pick<Image, 'alt'>, { title }: Pick<Product, 'title'>): string {
  return alt.trim() === '' ? title : alt;
}
