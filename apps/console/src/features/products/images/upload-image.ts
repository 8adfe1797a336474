import type { Product } from '@bowerbird/catalog/product';
import {
  imageLimits,
  imageTypes,
  type UploadedImage,
  uploadImage,
} from '@bowerbird/contract/products/images';
import { call } from '../../../lib/api/call.ts';
import { CallFailure } from '../../../lib/api/call-failure.ts';

/** Twenty megabytes on a slow line take minutes; the server has the same timeout. */
const uploadTimeoutMs = 5 * 60_000;

/** File types offered by the file dialog. */
export const acceptedTypes = imageTypes.join(',');

/** Uploads one file. Throws a `CallFailure`; a file that is certainly too large or not an image is not sent at all. */
export async function sendImage(file: File, signal: AbortSignal): Promise<UploadedImage> {
  if (file.size > imageLimits.bytes) {
    throw new CallFailure({ code: 'image.too-large', status: 413, message: `${file.size} bytes` });
  }
  // A browser that does not know a file's type leaves it empty; then the server checks it.
  if (file.type !== '' && !imageTypes.some((type) => type === file.type)) {
    throw new CallFailure({ code: 'image.type-unsupported', status: 422, message: file.type });
  }
  const form = new FormData();
  form.append('image', file, 'image');
  return await call(uploadImage, {}, { form, signal, timeoutMs: uploadTimeoutMs });
}

/** Adds an uploaded image at the end of a product's images; an existing one keeps its position. */
export function withUploaded(product: Product, { address, width, height }: UploadedImage): Product {
  return product.images.some(({ url }) => url === address)
    ? product
    : { ...product, images: [...product.images, { url: address, alt: '', width, height }] };
}

/** Does the same, and assigns the image to one variant. */
export function withUploadedOn(product: Product, image: UploadedImage, variantId: string): Product {
  const shown = withUploaded(product, image);
  return {
    ...shown,
    variants: shown.variants.map((variant) =>
      variant.id === variantId ? { ...variant, imageUrl: image.address } : variant,
    ),
  };
}

/** Returns the dropped or pasted files; [] if there were none. */
export function filesIn(data: DataTransfer | null): File[] {
  return data === null ? [] : [...data.files];
}
