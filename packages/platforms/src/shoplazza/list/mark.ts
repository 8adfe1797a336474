import type { ListingKey } from '../../listing/product-seen.ts';
import { sha256 } from '../../listing/store-client.ts';
import type { ToCreate } from '../../listing/writes.ts';

/**
 * The product's note, which only its merchant sees, says whose it is and who wrote it last: the key, the attempt, and which
 * pictures it was given. The key is its SPU besides, by which the store finds it.
 */
const form = /^bowerbird (bb-[a-z2-7]{16}) ([\da-f-]{36})(?: ([\da-f]{16}))?( unfinished)?$/;

export interface Mark {
  key: ListingKey;
  attemptId: string;
  /** The attempt has sent the first part of an update, and its last part has not landed since. */
  isUnfinished: boolean;
  /** The pictures it was given: `picturesHash`. */
  pictures: string | null;
}

export function markIn(note: string): Mark | null {
  const [, key, attemptId, pictures = null, unfinished] = form.exec(note.trim()) ?? [];
  return key === undefined || attemptId === undefined
    ? null
    : { key, attemptId, isUnfinished: unfinished !== undefined, pictures };
}

export async function noteOf(item: ToCreate): Promise<string> {
  return `bowerbird ${item.key} ${item.attemptId} ${await picturesHash(item)}`;
}

/**
 * What the first part of an update leaves as the note. It lands like any other request: late, or once more after the last part, and is known by
 * it. The pictures stay those that are there.
 */
export function unfinishedNoteOf(item: ToCreate, pictures: string | null): string {
  return `bowerbird ${item.key} ${item.attemptId}${pictures === null ? '' : ` ${pictures}`} unfinished`;
}

/** The same for the same pictures, in the same order, on the same variants. */
export async function picturesHash({ product: { pictures, variants } }: ToCreate): Promise<string> {
  const shown = [pictures.map(({ url, alt }) => [url, alt]), variants.map(({ pictureUrl }) => pictureUrl)];
  return (await sha256(JSON.stringify(shown))).slice(0, 16);
}

/** Our key in an SPU; null for anybody else's. */
export function keyIn(spu: string): ListingKey | null {
  return /^bb-[a-z2-7]{16}$/.test(spu) ? spu : null;
}
