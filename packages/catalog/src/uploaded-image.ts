import type { Product } from './product.ts';

/** The file types of an uploaded image by the ending of its name. */
export const imageTypesByEnding = {
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  gif: 'image/gif',
  avif: 'image/avif',
} as const;
export type ImageEnding = keyof typeof imageTypesByEnding;

/** An image that the merchant uploaded from disk: which one, and the ending of its file name. */
export interface UploadedImage {
  id: string;
  ending: ImageEnding;
}

/**
 * The form of an uploaded image's address in a product: `bowerbird-image:{uuid}.jpg`. It names no host, so it stays the same when
 * the console moves; whoever shows, lists or exports the product puts an address in its place that the reader can reach.
 */
const form = /^bowerbird-image:([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\.(jpg|png|webp|gif|avif)$/;

export function uploadedImageAddress({ id, ending }: UploadedImage): string {
  return `bowerbird-image:${id}.${ending}`;
}

/** Returns the uploaded image that an image address names; null for an address on the web. */
export function uploadedImageAt(address: string): UploadedImage | null {
  const [, id, ending] = form.exec(address) ?? [];
  // The form allows these endings only.
  return id === undefined ? null : { id, ending: ending as ImageEnding };
}

/** Returns the uploaded images that a product shows, each once. */
export function uploadedImagesOf({ pictures }: Pick<Product, 'pictures'>): UploadedImage[] {
  const found = pictures.flatMap(({ url }) => uploadedImageAt(url) ?? []);
  return [...new Map(found.map((image) => [image.id, image])).values()];
}

/** Returns whether a product shows an uploaded image. */
export function hasUploadedImages({ pictures }: Pick<Product, 'pictures'>): boolean {
  return pictures.some(({ url }) => uploadedImageAt(url) !== null);
}

/**
 * Puts an address in place of each uploaded image. An image without one (null) is left out, also from its variants; `left` is how
 * many that are. A product without uploaded images is returned as it is.
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
  const pictures = product.pictures.flatMap((picture) => {
    const url = reachable(picture.url);
    return url === null ? [] : [{ ...picture, url }];
  });
  const variants = product.variants.map((variant) =>
    variant.pictureUrl === null ? variant : { ...variant, pictureUrl: reachable(variant.pictureUrl) },
  );
  return { product: { ...product, pictures, variants }, left: product.pictures.length - pictures.length };
}
