import type { NewPicture } from './besides.ts';
import type { ListerContext, StoreAccess } from './store.ts';
import type { ToUpdate } from './writes.ts';

/**
 * A place where images that are on no web are put, so that the store can fetch them for the product that is written next. What
 * is put there is in no product and in no library until then, and is gone by itself when nothing takes it.
 */
export interface ImageStaging {
  /** What it takes; anything else is made into the first type, and smaller, before it is sent. */
  types: readonly [string, ...string[]];
  bytesMax: number;
  sideMax: number;
  /** The product's images that must be put there before this write: uploaded ones that the store does not hold. */
  wanted(item: Pick<ToUpdate, 'product' | 'key' | 'pictures'>): Promise<string[]>;
  /**
   * Puts one there and returns the address by which the store fetches it. Makes nothing and needs no gate. Throws with a name when
   * the store is not reached or does not take it.
   */
  put(image: NewPicture, store: StoreAccess, context: ListerContext): Promise<string>;
}
