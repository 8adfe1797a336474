import { uploadedImageAt } from '@bowerbird/catalog/uploaded-image';
import type { ImageStaging } from '../../listing/staging.ts';
import { pictureName } from './hash.ts';
import { picturesMax } from './limits.ts';
import { putStagedFile } from './staged-file.ts';

/**
 * Images that a merchant uploaded, given to Shopify by a staged upload: also by a console that nobody else reaches (`readme.md`,
 * Images).
 */
export const staging: ImageStaging = {
  types: ['image/jpeg', 'image/png', 'image/gif', 'image/webp'],
  bytesMax: 20_000_000,
  sideMax: 5000,

  async wanted({ product, key, pictures }) {
    const uploaded = product.pictures
      .slice(0, picturesMax)
      .filter(({ url }) => uploadedImageAt(url) !== null);
    const names = await Promise.all(uploaded.map(({ url }) => pictureName(key, url)));
    return uploaded.flatMap(({ url }, place) => (pictures.has(names[place] ?? '') ? [] : [url]));
  },

  async put({ name, type, bytes }, store, context) {
    const file = { resource: 'IMAGE', filename: name, mimeType: type } as const;
    const { address } = await putStagedFile(file, [bytes], store, context);
    return address;
  },
};
