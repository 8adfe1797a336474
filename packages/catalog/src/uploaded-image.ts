import type { Product } from './product.ts';

/** File types of an uploaded image, by file extension. */
export const imageTypesByEnding = {
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  gif: 'image/gif',
  avif: 'image/avif',
} as const;
export type ImageEnding = keyof typeof imageTypesByEnding;

/** An image that the merchant uploaded from disk: its id and file extension. */
export interface UploadedImage {
  id: string;
  ending: ImageEnding;
}

/**
 * Format of an uploaded image's address in a product: `bowerbird-image:{uuid}.jpg`. It contains no host, so it stays
 * the same when the console moves. The code that shows, lists or exports the product replaces it with a URL that the
 * reader can reach.
 */
const form = /^bowerbird-image:([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\.(jpg|png|webp|gif|avif)$/;

export function uploadedImageAddress({ id, ending }: UploadedImage): string {
  return `bowerbird-image:${id}.${ending}`;
}

/** Returns the uploaded image that an image address refers to; null for a web URL. */
export function uploadedImageAt(address: string): UploadedImage | null {
  const [, id, ending] = form.exec(address) ?? [];
  // The format only allows these extensions.
  return id === undefined ? null : { id, ending: ending as ImageEnding };
}

/** Returns the uploaded images of a product, each once. */
export function uploadedImagesOf({ images }: Pick<Product, 'images'>): UploadedImage[] {
  const found = images.flatMap(({ url }) => uploadedImageAt(url) ?? []);
  return [...new Map(found.map((image) => [image.id, image])).values()];
}

/** Reports whether a product has an uploaded image. */
export function hasUploadedImages({ images }: Pick<Product, 'images'>): boolean {
  return images.some(({ url }) => uploadedImageAt(url) !== null);
}

/**
 * Replaces each uploaded image's address with a URL. An image without one (null) is left out, also from its variants;
 * `left` is the number of images left out. A product without uploaded images is returned as it is.
 */
export function withImageAddresses(
  product: Product,
  addressOf: (image: UploadedImage) => string | null,
): { product: Product; left: number } {
  if (!hasUploadedImages(product)) {
    return { product, left: 0 };
  }
  const reachable = (address: string): string | null => {
    const image = uploadedImageAt(address);
    return image === null ? address : addressOf(image);
  };
  const images = product.images.flatMap((image) => {
    const url = reachable(image.url);
    return url === null ? [] : [{ ...image, url }];
  });
  const variants = product.variants.map((variant) =>
    variant.imageUrl === null ? variant : { ...variant, imageUrl: reachable(variant.imageUrl) },
  );
  return { product: { ...product, images, variants }, left: product.images.length - images.length };
}
