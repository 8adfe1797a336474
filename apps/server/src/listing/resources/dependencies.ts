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
  const { library, staging, terms } = storeJob.lister;
  const opens = library && (library.opensTo?.(await storeJob.session.access(storeJob.cut)) ?? true);
  const brought = opens ? await bringImages(storeJob, product, failed) : null;
  const staged = staging ? await stageImages(storeJob, staging, write, failed) : null;
  return {
    ...(brought && { library: brought.library }),
    ...(staged && { staged: staged.addresses }),
    ...(terms && { terms: await bringTerms(storeJob, terms, product) }),
    failed,
    unconfirmed: brought?.unconfirmed === true || staged?.unconfirmed === true,
  };
}
