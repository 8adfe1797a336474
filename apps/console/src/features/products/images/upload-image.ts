import type { Product } from '@bowerbird/catalog/product';
import { imageLimits, imageTypes, type UploadedImage, uploadImage } from '@bowerbird/contract/images';
import { call } from '../../../lib/call.ts';
import { CallFailure } from '../../../lib/call-failure.ts';

/** Twenty megabytes on a slow line take minutes; the server waits no longer either. */
const uploadTimeoutMs = 5 * 60_000;

/** What a file dialog offers. */
export const acceptedTypes = imageTypes.join(',');

/** Sends one file to the server. Throws a `CallFailure`; what is surely too large or no image is not sent at all. */
export async function sendImage(file: File, signal: AbortSignal): Promise<UploadedImage> {
  if (file.size > imageLimits.bytes) {
    throw new CallFailure({ code: 'image.too-large', status: 413, message: `${file.size} bytes` });
  }
  // A browser that does not know a file's type leaves it empty; then the server looks.
  if (file.type !== '' && !imageTypes.some((type) => type === file.type)) {
    throw new CallFailure({ code: 'image.type-unsupported', status: 422, message: file.type });
  }
  const form = new FormData();
  form.append('image', file, 'image');
  return await call(uploadImage, {}, { form, signal, timeoutMs: uploadTimeoutMs });
}

/** Adds an uploaded image at the end of a product's images; one that is there already stays where it is. */
export function withUploaded(product: Product, { address, width, height }: UploadedImage): Product {
  return product.pictures.some(({ url }) => url === address)
    ? product
    : { ...product, pictures: [...product.pictures, { url: address, alt: '', width, height }] };
}

/** The same, and shows the image on one variant. */
export function withUploadedOn(product: Product, image: UploadedImage, variantId: string): Product {
  const shown = withUploaded(product, image);
  return {
    ...shown,
    variants: shown.variants.map((variant) =>
      variant.id === variantId ? { ...variant, pictureUrl: image.address } : variant,
    ),
  };
}

/** Returns the files that were dropped or pasted; [] where it was something else. */
export function filesIn(data: DataTransfer | null): File[] {
  return data === null ? [] : [...data.files];
}
