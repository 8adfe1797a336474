import type { StoreFault } from '@bowerbird/platforms/listing/writes';
import type { Dependencies, Write } from '../engine/work.ts';
import type { StoreJob } from '../store-job/store-job.ts';
import { bringImages } from './bring-images.ts';
import { bringTerms } from './bring-terms.ts';
import { stageImages } from './stage-images.ts';

/** Brings what a product names into the store, each resource once for the shop, no matter how many products name it. */
export async function sendDependencies(
  storeJob: StoreJob,
  write: Pick<Write, 'work' | 'images'>,
): Promise<Dependencies> {
  const { product } = write.work;
  const failed: StoreFault[] = [];
  const { images, terms } = storeJob.lister.writer;
  const access = await storeJob.session.access(storeJob.cut);
  const library = images?.kind === 'library' ? images : null;
  const opens = library?.opensTo(access) === true;
  if (!opens && write.work.wasInDoubt) {
    await library?.findStrays?.(product, access, storeJob.session.context(storeJob.cut));
  }
  const brought = opens ? await bringImages(storeJob, product, failed) : null;
  const staged = images?.kind === 'staging' ? await stageImages(storeJob, images, write, failed) : null;
  return {
    ...(brought && { library: brought.library }),
    ...(staged && { staged: staged.addresses }),
    ...(terms && { terms: await bringTerms(storeJob, terms, product) }),
    failed,
    unconfirmed: brought?.unconfirmed === true || staged?.unconfirmed === true,
  };
}
