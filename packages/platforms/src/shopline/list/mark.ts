import type { Product } from '@bowerbird/catalog/product';
import { withoutQuery } from '../../addresses.ts';
import type { ListingKey } from '../../listing/product-seen.ts';
import { sha256 } from '../../listing/store-client.ts';
import { addressMax, picturesMax } from './limits.ts';

/**
 * What a product says of itself in its SPU: whose it is, which attempt wrote it last, and which pictures that one
 * sent.
 */
export interface Mark {
  key: ListingKey;
  attemptId: string | null;
  /** The attempt has sent the first part of an update, and its last part has not landed since. */
  isUnfinished: boolean;
  /** How many pictures, and a digest of their addresses; null where it does not tell. */
  pictures: { count: number; digest: string } | null;
  /** No more of its pictures than these are of ours. */
  oursMax: number;
}

const marked = /^(bb-[a-z2-7]{16})(?:\.([\da-f]{32})\.(\d{1,4})-([\da-f]{12}|unfinished))?$/;

/**
 * The SPU of a product: our key, and behind it what only the first atomic write can carry. It is the one field of the
 * merchant's own that shoppers do not see and that a list tells with everything else (`readme.md`, Writing products; at most 255
 * characters).
 */
export async function spuOf(key: ListingKey, attemptId: string, product: Product): Promise<string> {
  const digest = await digestOf(product);
  return `${key}.${attemptId.replaceAll('-', '')}.${sendable(product).length}-${digest}`;
}

/** What the first part of an update leaves for an SPU; `oursMax`: how many pictures of ours may be there once it has landed. */
export function unfinishedSpuOf(key: ListingKey, attemptId: string, oursMax: number): string {
  return `${key}.${attemptId.replaceAll('-', '')}.${Math.min(oursMax, 9999)}-unfinished`;
}

/** The mark in an SPU; null for anybody else's. */
export function markIn(spu: string): Mark | null {
  const [, key, attempt, count, digest] = marked.exec(spu) ?? [];
  if (key === undefined) {
    return null;
  }
  const isUnfinished = digest === 'unfinished';
  return {
    key,
    attemptId: attempt?.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5') ?? null,
    isUnfinished,
    pictures: digest === undefined || isUnfinished ? null : { count: Number(count), digest },
    oursMax: Number(count ?? 0),
  };
}

/**
 * Whether a product in the store was last sent these very pictures: then they are not sent again, which would double
 * them.
 */
export async function hasPicturesOf(product: Product, mark: Mark | null): Promise<boolean> {
  return mark?.pictures?.digest === (await digestOf(product));
}

/** The pictures whose address the store takes, as it is or without its query; each with what is sent. */
export function sendable({ pictures }: Product): { url: string; src: string; alt: string }[] {
  return pictures
    .flatMap(({ url, alt }) => {
      const src = url.length <= addressMax ? url : withoutQuery(url);
      return src.length <= addressMax ? [{ url, src, alt }] : [];
    })
    .slice(0, picturesMax);
}

async function digestOf(product: Product): Promise<string> {
  const sent = sendable(product).map(({ src, alt }) => [src, alt]);
  const byVariant = product.variants.map(({ pictureUrl }) => pictureUrl);
  return (await sha256(JSON.stringify([sent, byVariant]))).slice(0, 12);
}
