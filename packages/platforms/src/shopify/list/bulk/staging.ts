import { uploadedImageAt } from '@bowerbird/catalog/stored/uploaded-image';
import type { ImageStaging } from '../../../listing/staging.ts';
import { imageName } from '../hash.ts';
import { imagesMax } from '../limits.ts';
import { putStagedFile } from './staged-file.ts';

/**
 * Staged uploads, which pass images that a merchant uploaded to Shopify. They also work for a console that cannot be
 * reached from outside (`readme.md`, Images).
 */
export const staging: ImageStaging = {
  kind: 'staging',
  types: ['image/jpeg', 'image/png', 'image/gif', 'image/webp'],
  bytesMax: 20_000_000,
  sideMax: 5000,

  async wanted({ product, key, images }) {
    const uploaded = product.images.slice(0, imagesMax).filter(({ url }) => uploadedImageAt(url) !== null);
    const names = await Promise.all(uploaded.map(({ url }) => imageName(key, url)));
    return uploaded.flatMap(({ url }, place) => (images.has(names[place] ?? '') ? [] : [url]));
  },

  async put({ name, type, bytes }, store, context) {
    const file = { resource: 'IMAGE', filename: name, mimeType: type } as const;
    const { address } = await putStagedFile(file, [bytes], store, context);
    return address;
  },
};
