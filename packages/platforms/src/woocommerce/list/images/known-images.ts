import type { ListingKey } from '../../../listing/product-seen.ts';
import type { StoreAccess } from '../../../listing/store/access.ts';
import { isObject, itemsOf, textOf, type UnreadObject, wholeOf } from '../../../reading/unread.ts';
import { perSession } from '../calls/session.ts';
import { marksIn } from '../marks.ts';

/** Largest number of a store's images that are remembered at a time; of more, some are uploaded once more. */
const knownMax = 200_000;

interface Known {
  /** The store's ids by our marks. */
  ids: Map<string, number>;
  /** Ids that the store reports as no longer existing. */
  gone: Set<number>;
  /** The product after which an image is named: the first one that shows it. */
  named: Map<number, ListingKey>;
  /** Images in the store that no product shows, and that have no name yet. */
  strays: Set<number>;
  /** Images that a product has requested the store to fetch, and the products that have waited for them. */
  fetching: Map<string, { by: ListingKey; waited: Set<ListingKey> }>;
}

/**
 * Known images of one session. Where images are sent by their addresses, each is fetched once: the products of ours
 * that a session reads and writes give the ids of their images. So a restored store, or a deleted image, is noticed in
 * the next session.
 */
const knownIn = perSession<Known>(() => ({
  ids: new Map(),
  gone: new Set(),
  named: new Map(),
  strays: new Set(),
  fetching: new Map(),
}));

/**
 * Returns the mark of an image that still has it as its name, as it has from its fetching until it gets a name for
 * shoppers; null for another.
 */
export function markNamed(name: unknown): string | null {
  return /^bb-([\da-f]{16})/.exec(textOf(name) ?? '')?.[1] ?? null;
}

/** Learns the ids of the images that a product of ours shows. */
export function learnImages(product: UnreadObject, store: StoreAccess): void {
  const { key, images } = marksIn(product.meta_data);
  if (key === null) {
    return;
  }
  const known = knownIn(store);
  const markOf = new Map([...images].map(([mark, id]) => [id, mark]));
  const shown = new Set(itemsOf(product.images).flatMap((image) => (isObject(image) ? image.id : [])));
  for (const [mark, id] of images) {
    // Removed from that product, or deleted: only using the id would show which, and then a whole request is rejected.
    if (!shown.has(id) && known.ids.get(mark) === id) {
      known.ids.delete(mark);
    }
  }
  for (const image of itemsOf(product.images).filter(isObject)) {
    const id = wholeOf(image.id);
    const mark = markNamed(image.name) ?? (id === null ? undefined : markOf.get(id));
    if (id !== null && mark !== undefined && (known.ids.size < knownMax || known.ids.has(mark))) {
      known.ids.set(mark, id);
      known.gone.delete(id);
      known.strays.delete(id);
      known.fetching.delete(mark);
    }
  }
}

/** Learns an image of ours that no product shows. */
export function foundStray(mark: string, id: number, store: StoreAccess): void {
  const known = knownIn(store);
  known.ids.set(mark, id);
  known.strays.add(id);
  known.fetching.delete(mark);
}

/** Reports whether an image was found that no product has shown yet. */
export function isStray(id: number, store: StoreAccess): boolean {
  return knownIn(store).strays.has(id);
}

export function knownImage(mark: string, store: StoreAccess): number | undefined {
  return knownIn(store).ids.get(mark);
}

/** Reports whether this product gives an image its name. */
export function mayName(id: number, key: ListingKey, store: StoreAccess): boolean {
  const { named } = knownIn(store);
  const by = named.get(id) ?? key;
  named.set(id, by);
  return by === key;
}

export function isGone(id: number, store: StoreAccess): boolean {
  return knownIn(store).gone.has(id);
}

/**
 * Records an id that the store rejected as no image, and returns it; null where the error names none, or one that was
 * known to be gone.
 */
export function forgetImage(error: unknown, store: StoreAccess): number | null {
  const code = isObject(error) ? textOf(error.code) : null;
  const words = isObject(error) ? textOf(error.message) : null;
  const id = /^woocommerce_(?:product|variation)_invalid_image_id$/.test(code ?? '')
    ? wholeOf(/#(\d+)/.exec(words ?? '')?.[1])
    : null;
  const known = knownIn(store);
  if (id === null || known.gone.has(id)) {
    return null;
  }
  known.gone.add(id);
  for (const [mark, held] of known.ids) {
    if (held === id) {
      known.ids.delete(mark);
    }
  }
  return id;
}

/**
 * Reports whether this product is to have an image fetched. Where another has requested it, a product waits once, and
 * then fetches it itself if it is still missing.
 */
export function mayFetch(mark: string, key: ListingKey, store: StoreAccess): boolean {
  const { fetching } = knownIn(store);
  const claim = fetching.get(mark);
  if (claim === undefined || claim.by === key || claim.waited.has(key)) {
    fetching.set(mark, { by: key, waited: claim?.waited ?? new Set() });
    return true;
  }
  claim.waited.add(key);
  return false;
}
