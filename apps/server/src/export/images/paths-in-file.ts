import type { Product } from '@bowerbird/catalog/product';
import {
  uploadedImageAddress,
  uploadedImageAt,
  withImageAddresses,
} from '@bowerbird/catalog/stored/uploaded-image';
import type { ProductFileRequest } from '../write-products.ts';

/**
 * Lets a file point to images in its ZIP. An uploaded image in the ZIP gets an address that stands for its path, so that
 * the format does not leave it out; one that is missing stays as `otherwise` shows it.
 */
export function pathsInFile(
  paths: ReadonlyMap<string, string>,
  otherwise: (product: Product) => Product,
): Required<Pick<ProductFileRequest, 'images' | 'imageFiles'>> {
  const standIn = (address: string) =>
    paths.has(address) && uploadedImageAt(address) !== null
      ? `https://image.invalid/${address.replace(':', '/')}`
      : null;
  return {
    images: (product) =>
      otherwise(
        withImageAddresses(product, (image) => {
          const address = uploadedImageAddress(image);
          return standIn(address) ?? address;
        }).product,
      ),
    imageFiles: new Map([...paths].map(([address, path]) => [standIn(address) ?? address, path])),
  };
}
