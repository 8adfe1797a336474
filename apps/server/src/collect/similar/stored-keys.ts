import { similarityKeys } from '@bowerbird/catalog/similar/similarity';
import type { Snapshot } from '../lists/collected-columns.ts';

/** Kinds of keys, as the two lowest bits of a stored one. Those of title bands match most often and say least. */
const kinds = 'uptw';
/** The stored kind of a key of a title's band. */
export const bandKind = 3;

/** Mixes a merchant's own number into keys: products of other merchants share none with theirs. */
export interface KeyHash {
  high: number;
  low: number;
}

export function keyHash(ownerId: string): KeyHash {
  const digits = ownerId.replaceAll('-', '').slice(-16);
  return { high: Number.parseInt(digits.slice(0, 8), 16), low: Number.parseInt(digits.slice(8), 16) };
}

/** Returns a product's `similarityKeys` as PostgreSQL writes an array of `bigint`. */
export function storedKeys(
  { high, low }: KeyHash,
  { title, url, shop, image_url: imageUrl }: Pick<Snapshot, 'title' | 'url' | 'shop' | 'image_url'>,
): string {
  const numbers = similarityKeys({ title, url, shop, imageUrl }).map((key) => {
    const first = Number.parseInt(key.slice(1, 9), 16) ^ high;
    const second = ((Number.parseInt(key.slice(9), 16) ^ low) & ~3) | kinds.indexOf(key.charAt(0));
    return (BigInt(first) << 32n) | BigInt(second >>> 0);
  });
  return `{${numbers.join(',')}}`;
}
