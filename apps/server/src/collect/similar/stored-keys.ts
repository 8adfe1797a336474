import { similarityKeys } from '@bowerbird/catalog/similar/similarity';
import type { Snapshot } from '../lists/collected-columns.ts';

/** Kinds of keys, as the two lowest bits of a stored one. Those of title bands match most often and say least. */
const kinds = 'uptw';
/** The stored kind of a key of a title's band. */
export const bandKind = 3;

type Keyed = Pick<Snapshot, 'title' | 'url' | 'shop' | 'image_url'>;

/** Puts two halves together as one number of 64 bits. */
const halves = new DataView(new ArrayBuffer(8));

const computed = new WeakMap<Keyed, string>();

/**
 * Returns a product's `similarityKeys` as PostgreSQL writes an array of `bigint`, mixed with the merchant's own number:
 * products of other merchants share none with theirs. Computed once for each snapshot.
 */
export function storedKeys(ownerId: string, snapshot: Keyed): string {
  const known = computed.get(snapshot);
  if (known !== undefined) {
    return known;
  }
  const { title, url, shop, image_url: imageUrl } = snapshot;
  const own = ownerId.replaceAll('-', '');
  const [high, low] = [Number.parseInt(own.slice(-16, -8), 16), Number.parseInt(own.slice(-8), 16)];
  const numbers = similarityKeys({ title, url, shop, imageUrl }).map(({ kind, sums: [first, second] }) => {
    halves.setInt32(0, first ^ high);
    halves.setInt32(4, ((second ^ low) & ~3) | kinds.indexOf(kind));
    return halves.getBigInt64(0);
  });
  const keys = `{${numbers.join(',')}}`;
  computed.set(snapshot, keys);
  return keys;
}
