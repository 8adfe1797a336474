import { uploadedImageAt } from '@bowerbird/catalog/uploaded-image';
import { showImage } from '@bowerbird/contract/images';
import { addressOf } from './call.ts';

/** Returns where the browser reads an image: one that was uploaded from our server, any other at its own address. */
export function imageSource(address: string): string {
  const uploaded = uploadedImageAt(address);
  return uploaded === null ? address : addressOf(showImage, { params: { id: uploaded.id } });
}
