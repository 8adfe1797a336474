import type { StoredImage } from '@bowerbird/platforms/listing/dependencies';
import type { StoreFault } from '@bowerbird/platforms/listing/writes';
import { bringImages } from './bring-images.ts';
import { bringTerms } from './bring-terms.ts';
import { stageImages } from './stage-images.ts';
import type { StoreJob } from './store-job.ts';
import type { Write } from './work.ts';

/** What a product names that must be in the store before it. */
export interface Dependencies {
  library?: Map<string, StoredImage>;
  /** The addresses from which the store fetches uploaded images, by their addresses in the product. */
  staged?: Map<string, string>;
  terms?: Map<string, string>;
  /** Images that could not be brought there; the product is listed without them. */
  failed: StoreFault[];
  /** Some of these may be there all the same, or be brought by the next run. */
  unconfirmed: boolean;
}

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
