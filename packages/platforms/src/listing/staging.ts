import type { NewImage } from './dependencies.ts';
import type { ListerContext, StoreAccess } from './store/access.ts';
import type { ToUpdate } from './writes.ts';

/**
 * A staging place for images that have no public address, from which the store can fetch them for the product written
 * next. Until then a staged image is in no product and in no library, and it disappears by itself when nothing uses it.
 */
export interface ImageStaging {
  kind: 'staging';
  /**
   * Accepted MIME types. An image of any other type is converted to the first one, and made smaller, before it is sent.
   */
  types: readonly [string, ...string[]];
  bytesMax: number;
  sideMax: number;
  /** Returns the product's images that must be staged before this write: uploaded ones that the store does not hold. */
  wanted(item: Pick<ToUpdate, 'product' | 'key' | 'images'>): Promise<string[]>;
  /**
   * Stages one image and returns the address by which the store fetches it. Creates nothing in the store and needs no
   * send gate. Throws a named error when the store cannot be reached or does not accept the image.
   */
  put(image: NewImage, store: StoreAccess, context: ListerContext): Promise<string>;
}
