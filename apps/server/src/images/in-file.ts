import type { Product } from '@bowerbird/catalog/product';
import { uploadedImageAddress, withImageAddresses } from '@bowerbird/catalog/stored/uploaded-image';
import { type ImageAddressing, publicImageAddress } from './public-address.ts';

/**
 * Puts the public addresses of uploaded images into a product that is written to a file. If the console has none,
 * images keep their own address, by which the format detects that it can't represent them.
 */
export function imagesInFile(services: ImageAddressing): (product: Product) => Product {
  return (product) =>
    withImageAddresses(product, (image) => publicImageAddress(services, image) ?? uploadedImageAddress(image))
      .product;
}
