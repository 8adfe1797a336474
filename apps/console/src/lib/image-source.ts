import { uploadedImageAt } from '@bowerbird/catalog/stored/uploaded-image';
import { showImage } from '@bowerbird/contract/products/images';
import { addressOf } from './api/call.ts';

/**
 * Returns the address from which the browser loads an image: an uploaded one from our server, any other from its own
 * address.
 */
export function imageSource(address: string): string {
  const uploaded = uploadedImageAt(address);
  return uploaded === null ? address : addressOf(showImage, { params: { id: uploaded.id } });
}
