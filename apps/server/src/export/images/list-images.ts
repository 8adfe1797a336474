import type { Product } from '@bowerbird/catalog/product';
import { withShownImages } from '@bowerbird/catalog/stored/uploaded-image';
import { AppError } from '@bowerbird/contract/errors';
import { exportImageLimits } from '@bowerbird/contract/products/export';
import type { Selection } from '@bowerbird/contract/products/products';
import { asOwner, type Db } from '../../db/database.ts';
import { eachContent, productIn } from '../contents.ts';
import { findSharedHandles } from '../handles.ts';
import { ImagePaths } from './image-paths.ts';

/** An image that an export is to contain. */
export interface WantedImage {
  /** As the product has it: on the web, or an uploaded image. */
  address: string;
  /** Its place in the ZIP, without the ending. */
  base: string;
  handle: string;
  title: string;
}

/**
 * Returns every image of the selected products once, under the first product that has it. Throws
 * `export.images-too-many`.
 */
export async function listImages(
  db: Db,
  ownerId: string,
  selection: Selection,
  { signal, imagesMax = exportImageLimits.images }: { signal: AbortSignal; imagesMax?: number },
): Promise<WantedImage[]> {
  const handles = await asOwner(db, ownerId, (owned) => findSharedHandles(owned, ownerId, selection));
  const paths = new ImagePaths();
  const seen = new Set<string>();
  const wanted: WantedImage[] = [];
  await eachContent(db, ownerId, selection, async (batch) => {
    signal.throwIfAborted();
    for (const stored of batch) {
      const product = withShownImages(handles.apart(productIn(stored), stored.id));
      const { handle, title } = product;
      const addresses = imagesOf(product).filter((address) => !seen.has(address));
      for (const [at, base] of paths.of(handle, addresses).entries()) {
        const address = addresses[at] ?? '';
        seen.add(address);
        wanted.push({ address, base, handle, title: title.slice(0, 200) });
      }
      if (wanted.length > imagesMax) {
        throw new AppError('export.images-too-many', `more than ${imagesMax} images`, {
          params: { limit: imagesMax },
        });
      }
    }
  });
  return wanted;
}

/** Returns the addresses of a product's images and of its variants' images, each once. */
function imagesOf({ images, variants }: Product): string[] {
  return [
    ...new Set([...images.map(({ url }) => url), ...variants.flatMap(({ imageUrl }) => imageUrl ?? [])]),
  ];
}
