import type { Product } from '../product.ts';
import { imageAddress } from './image-identity.ts';

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

/** End of an uploaded image's public address: a signature of 22 characters, its id and its ending. */
const publicForm =
  /\/public-images\/[\w-]{22}-[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\.(jpg|png|webp|gif|avif)$/;

/**
 * Returns an uploaded image's public address with words behind it (`…/red-canvas-bag.jpg`), for a store that names the
 * file after the end of the address. Both are addresses of the same image, and the one without words is its identity:
 * words change with every text. Any other address is returned as it is, and so is this one where there are no words.
 */
export function withFileWords(address: string, words: string): string {
  const [, ending] = publicForm.exec(address) ?? [];
  return ending === undefined || words === '' ? address : `${address}/${words}.${ending}`;
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
 * Returns the product with addresses at which its images are found: each uploaded image gets a URL, and each variant
 * names its image by the address that the product shows, not by its original. An image without a URL (null) is left out,
 * also from its variants; `left` is the number of images left out. A product that needs none of it is returned as it is.
 */
export function withImageAddresses(
  product: Product,
  addressOf: (image: UploadedImage) => string | null,
): { product: Product; left: number } {
  if (!hasUploadedImages(product)) {
    return { product: withShownImages(product), left: 0 };
  }
  const reachable = (address: string): string | null => {
    const image = uploadedImageAt(address);
    return image === null ? address : addressOf(image);
  };
  const shown = withShownImages(product);
  const images = shown.images.flatMap((image) => {
    const url = reachable(image.url);
    return url === null ? [] : [{ ...image, url }];
  });
  const variants = shown.variants.map((variant) =>
    variant.imageUrl === null ? variant : { ...variant, imageUrl: reachable(variant.imageUrl) },
  );
  return { product: { ...shown, images, variants }, left: product.images.length - images.length };
}

/**
 * Returns the product as stores and files get it: variants name their images by the addresses that the product shows,
 * and nothing says what the images were made from. The same object where no image is a changed copy.
 */
export function withShownImages(product: Product): Product {
  if (product.images.every(({ origin }) => origin === undefined)) {
    return product;
  }
  return {
    ...product,
    images: product.images.map(({ url, alt, width, height }) => ({ url, alt, width, height })),
    variants: product.variants.map((variant) => ({
      ...variant,
      imageUrl: imageAddress(product, variant.imageUrl),
    })),
  };
}
