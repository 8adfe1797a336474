import type { Product } from '@bowerbird/catalog/product';
import type { ListingKey } from '../../listing/product-seen.ts';
import { sha256 } from '../../listing/store/client.ts';
import { withoutQuery } from '../../net/addresses.ts';
import { addressMax, imagesMax } from './limits.ts';

/**
 * What our mark in a product's SPU records: the key, the attempt that wrote the product last, and which images that
 * attempt sent.
 */
export interface Mark {
  key: ListingKey;
  attemptId: string | null;
  /** Whether the attempt has sent the first part of an update whose last part has not arrived since. */
  isUnfinished: boolean;
  /** Number of images and a digest of their addresses; null when the mark does not give them. */
  images: { count: number; digest: string } | null;
  /** Largest number of its images that can be ours. */
  oursMax: number;
}

const marked = /^(bb-[a-z2-7]{16})(?:\.([\da-f]{32})\.(\d{1,4})-([\da-f]{12}|unfinished))?$/;

/**
 * Returns the SPU of a product: our key, followed by data that must be part of the first atomic write. It is the only
 * field of the merchant's own that shoppers do not see and that a list returns with everything else (`readme.md`,
 * Writing products; at most 255 characters).
 */
export async function spuOf(key: ListingKey, attemptId: string, product: Product): Promise<string> {
  const digest = await digestOf(product);
  return `${key}.${attemptId.replaceAll('-', '')}.${sendable(product).length}-${digest}`;
}

/**
 * Returns the SPU that the first part of an update sets; `oursMax`: how many images of ours may exist once it has
 * arrived.
 */
export function unfinishedSpuOf(key: ListingKey, attemptId: string, oursMax: number): string {
  return `${key}.${attemptId.replaceAll('-', '')}.${Math.min(oursMax, 9999)}-unfinished`;
}

/** Returns the mark in an SPU; null for any other SPU. */
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
    images: digest === undefined || isUnfinished ? null : { count: Number(count), digest },
    oursMax: Number(count ?? 0),
  };
}

/**
 * Reports whether exactly these images were last sent to the store: then they are not sent again, which would duplicate
 * them.
 */
export async function hasImagesOf(product: Product, mark: Mark | null): Promise<boolean> {
  return mark?.images?.digest === (await digestOf(product));
}

/** Returns the images whose address the store accepts, complete or without its query; each with the address to send. */
export function sendable({ images }: Product): { url: string; src: string; alt: string }[] {
  return images
    .flatMap(({ url, alt }) => {
      const src = url.length <= addressMax ? url : withoutQuery(url);
      return src.length <= addressMax ? [{ url, src, alt }] : [];
    })
    .slice(0, imagesMax);
}

async function digestOf(product: Product): Promise<string> {
  const sent = sendable(product).map(({ src, alt }) => [src, alt]);
  const byVariant = product.variants.map(({ imageUrl }) => imageUrl);
  return (await sha256(JSON.stringify([sent, byVariant]))).slice(0, 12);
}
