import { AppError } from '@bowerbird/contract/errors';
import type { ImageStaging } from '@bowerbird/platforms/listing/staging';
import type { StoreFault } from '@bowerbird/platforms/listing/writes';
import type { Write } from '../engine/work.ts';
import { requireUnheld } from '../epoch/own-past.ts';
import { inStoreJob, type StoreJob } from '../store-job/store-job.ts';
import { isOwnFilesDown, sourceImage } from './source-image.ts';

export interface StagedImages {
  /** The addresses from which the store fetches them, by their addresses in the product. */
  addresses: Map<string, string>;
  /** The store did not take one now: the product is to be written once more. */
  unconfirmed: boolean;
}

/**
 * Puts the uploaded images that a write needs where the store can fetch them. One that cannot be put there is added to
 * `failed`; the product is listed without it. Throws `StoreJobHeld` where sending is held in this store.
 */
export async function stageImages(
  storeJob: StoreJob,
  staging: ImageStaging,
  { work, images }: Pick<Write, 'work' | 'images'>,
  failed: StoreFault[],
): Promise<StagedImages> {
  const { product, row } = work;
  const addresses = new Map<string, string>();
  let unconfirmed = false;
  for (const url of await staging.wanted({ product, key: row.key, images })) {
    const place = product.images.findIndex((image) => image.url === url);
    let isRead = false;
    await inStoreJob(storeJob, (db) => requireUnheld(db, storeJob));
    try {
      const alt = product.images[place]?.alt ?? '';
      const image = await sourceImage(storeJob, { url, alt }, staging, storeJob.cut);
      isRead = true;
      const access = await storeJob.session.access(storeJob.cut);
      addresses.set(url, await staging.put(image, access, storeJob.session.context(storeJob.cut)));
    } catch (thrown) {
      storeJob.cut.throwIfAborted();
      const failure = AppError.from(thrown);
      if (isOwnFilesDown(failure)) {
        throw failure;
      }
      unconfirmed ||= isRead;
      failed.push({
        code: 'store.image-failed',
        params: { n: 1 },
        field: `images.${place}`,
        said: failure.message.slice(0, 240),
      });
    }
  }
  return { addresses, unconfirmed };
}
