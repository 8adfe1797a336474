import type { Picture, Product } from '@bowerbird/catalog/product';
import type { StoreAccess } from '../../listing/store.ts';
import { sha256 } from '../../listing/store-client.ts';
import { pictureMark as markOfFile } from '../../listing/wordpress-media.ts';
import type { ToCreate } from '../../listing/writes.ts';
import { isObject, itemsOf, textOf, wholeOf } from '../../unread.ts';
import type { Held } from './held.ts';
import { isGone, knownPicture, markNamed, mayFetch, mayName } from './known-pictures.ts';
import { isFirstSlug, marksIn } from './marks.ts';

/** Pictures by their addresses are fetched within the request, so that only a few go along (`readme.md`, Images). */
const fetchedAtFirst = 1;
const fetchedLater = 3;

/** An image that a product holds. */
interface HeldPicture {
  id: number;
  /** Our mark; null for one of the merchant's own. */
  mark: string | null;
  /** It is called by its mark, which shoppers are not to read. */
  isCalledByMark: boolean;
}

/** The images that a product holds, and the ids of ours by their marks. */
export interface HeldPictures {
  shown: readonly HeldPicture[];
  byMark: ReadonlyMap<string, number>;
  /** The marks that the product itself keeps, whatever its images are called. */
  kept: ReadonlySet<string>;
  /** Nobody but us has had it in hand so far. */
  isNew: boolean;
}

/** The pictures that one request sends. */
export interface SentPictures {
  images: object[];
  /** Our marks of those that go by their ids. */
  marks: ReadonlyMap<string, number>;
  /** How many are left for the next request: to be fetched, or to be given a name. */
  left: number;
  /** One is left because another product has asked for it. */
  waits: boolean;
}

/** What is only planned asks for no image: the product that has it fetched is the one that is sent. */
export type Planning = 'to be sent' | 'only planned';

/** The mark of an image: of its address, so that the same one is known in every product. */
export async function pictureMark(url: string): Promise<string> {
  return (await sha256(url)).slice(0, 16);
}

export function heldPictures({ product }: Held): HeldPictures {
  const pinned = marksIn(product.meta_data).images;
  const marks = new Map([...pinned].map(([mark, id]) => [id, mark]));
  const shown = itemsOf(product.images)
    .filter(isObject)
    .flatMap(({ id, name, src }): HeldPicture[] => {
      const number = wholeOf(id);
      const named = markNamed(name);
      // A product that was listed from the library before its images were noted tells them by the names of their files.
      const ofFile = pinned.size === 0 ? markOfFile(fileAt(src)) : null;
      return number === null
        ? []
        : [{ id: number, mark: named ?? marks.get(number) ?? ofFile, isCalledByMark: named !== null }];
    });
  const called = shown.flatMap(({ id, mark }): [string, number][] => (mark === null ? [] : [[mark, id]]));
  return { shown, byMark: new Map(called), kept: new Set(pinned.keys()), isNew: isFirstSlug(product.slug) };
}

/**
 * The pictures of a product: from the store's own library by their ids, else by their addresses, each fetched once for the store
 * and then named by its id. One that is fetched is called by its mark, in the same request that stores it, until the product
 * keeps the mark itself; then it gets a name for shoppers. What the merchant added stays, at the end.
 */
export async function picturesOf(
  item: Pick<ToCreate, 'product' | 'library' | 'key'>,
  held: HeldPictures | null,
  store: StoreAccess,
  planning: Planning = 'to be sent',
): Promise<SentPictures> {
  const { product, library, key } = item;
  const images = new Map<number | string, object>();
  const marks = new Map<string, number>();
  const seen = new Set<string>();
  let left = 0;
  let waits = false;
  let room = held === null ? fetchedAtFirst : fetchedLater;
  for (const picture of product.pictures) {
    const mark = await pictureMark(picture.url);
    if (seen.has(mark)) {
      continue;
    }
    seen.add(mark);
    const id = library ? wholeOf(library.get(picture.url)?.id) : idOf(mark, held, store);
    if (id !== null && id > 0) {
      const sent = byId({ id, mark, isListed: library !== undefined }, picture, product, held);
      images.set(id, images.get(id) ?? sent.image);
      marks.set(mark, id);
      left += sent.isUnnamed ? 1 : 0;
    } else if (!library) {
      const isMine = room > 0 && (planning === 'only planned' || mayFetch(mark, key, store));
      if (isMine) {
        room -= 1;
        images.set(mark, { src: picture.url, name: `bb-${mark}`, alt: altOf(picture, product) });
        left += held === null || held.isNew ? 0 : 1;
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

/** What a file is called, without the number that the store puts behind a name that is taken. */
function fileAt(src: unknown): string {
  const [file = ''] = (textOf(src) ?? '').split(/[?#]/, 1);
  return (file.split('/').at(-1) ?? '').replace(/-\d{1,3}(?=\.\w+$)/, '');
}

function idOf(mark: string, held: HeldPictures | null, store: StoreAccess): number | null {
  const ids = [held?.byMark.get(mark), knownPicture(mark, store)];
  return ids.find((id) => id !== undefined && !isGone(id, store)) ?? null;
}

/** Words of its own go along, but to an image that another product brought; a name for shoppers once the mark is kept. */
function byId(
  { id, mark, isListed }: { id: number; mark: string; isListed: boolean },
  picture: Picture,
  product: Product,
  held: HeldPictures | null,
): { image: object; isUnnamed: boolean } {
  const shown = held?.shown.find((one) => one.id === id);
  const isToBeNamed = shown?.isCalledByMark === true && held?.isNew === false;
  const words = altOf(picture, product);
  if (isToBeNamed && (isListed || held.kept.has(mark))) {
    return { image: { id, name: words, alt: words }, isUnnamed: false };
  }
  const { alt } = picture;
  return {
    image: { id, ...((isListed || shown) && alt !== '' && { alt }) },
    isUnnamed: isToBeNamed,
  };
}

/**
 * The images of a product that is shown for the first time, with names for shoppers, and the marks that it is to keep; null where
 * none is called by its mark. Until now nobody but us has had it in hand, so its images are ours and stand as they were sent.
 */
export async function namedPictures(
  { product, key }: Pick<ToCreate, 'product' | 'key'>,
  held: HeldPictures,
  store: StoreAccess,
): Promise<{ images: object[]; marks: ReadonlyMap<string, number> } | null> {
  if (!held.shown.some(({ isCalledByMark }) => isCalledByMark)) {
    return null;
  }
  const pictures = new Map<string, Picture>();
  for (const picture of product.pictures) {
    const mark = await pictureMark(picture.url);
    pictures.set(mark, pictures.get(mark) ?? picture);
  }
  const inOrder = [...pictures.keys()];
  const isAsSent = held.isNew && inOrder.length === held.shown.length;
  const marks = new Map<string, number>();
  const images = held.shown.map(({ id, mark, isCalledByMark }, at) => {
    const own = mark ?? (isAsSent ? inOrder[at] : undefined);
    if (own === undefined) {
      return { id };
    }
    marks.set(own, id);
    const words = altOf(pictures.get(own) ?? { alt: '' }, product);
    return isCalledByMark && mayName(id, key, store) ? { id, name: words, alt: words } : { id };
  });
  return { images, marks };
}

/** What a shopper reads of an image: its own words, else what the product is called. */
export function altOf({ alt }: Pick<Picture, 'alt'>, { title }: Pick<Product, 'title'>): string {
  return alt.trim() === '' ? title : alt;
}
