import type { ListingKey } from '../../listing/product-seen.ts';
import { sha256 } from '../../listing/store/client.ts';
import type { ToCreate } from '../../listing/writes.ts';

/**
 * The product's note, visible only to its merchant, records its owner and last writer: the key, the attempt, and which
 * images were sent. The key is also its SPU, by which the store finds it.
 */
const form = /^bowerbird (bb-[a-z2-7]{16}) ([\da-f-]{36})(?: ([\da-f]{16}))?( unfinished)?$/;

export interface Mark {
  key: ListingKey;
  attemptId: string;
  /** Whether the attempt has sent the first part of an update whose last part has not arrived since. */
  isUnfinished: boolean;
  /** Hash of the images that were sent: `imagesHash`. */
  images: string | null;
}

export function markIn(note: string): Mark | null {
  const [, key, attemptId, images = null, unfinished] = form.exec(note.trim()) ?? [];
  return key === undefined || attemptId === undefined
    ? null
    : { key, attemptId, isUnfinished: unfinished !== undefined, images };
}

export async function noteOf(item: ToCreate): Promise<string> {
  return `bowerbird ${item.key} ${item.attemptId} ${await imagesHash(item)}`;
}

/**
 * Returns the note that the first part of an update sets. This part can arrive late or a second time after the last
 * part, like any request, and the note reveals that. The existing images stay.
 */
export function unfinishedNoteOf(item: ToCreate, images: string | null): string {
  return `bowerbird ${item.key} ${item.attemptId}${images === null ? '' : ` ${images}`} unfinished`;
}

/** Returns a hash that is the same for the same images, in the same order, on the same variants. */
export async function imagesHash({ product: { images, variants } }: ToCreate): Promise<string> {
  const shown = [images.map(({ url, alt }) => [url, alt]), variants.map(({ imageUrl }) => imageUrl)];
  return (await sha256(JSON.stringify(shown))).slice(0, 16);
}

/** Returns our key in an SPU; null for any other SPU. */
export function keyIn(spu: string): ListingKey | null {
  return /^bb-[a-z2-7]{16}$/.test(spu) ? spu : null;
}
