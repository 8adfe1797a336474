import { inventoryDiffers } from '@bowerbird/platforms/listing/inventory';
import type { Next, Work } from '../engine/work.ts';
import type { StoreJob } from '../store-job/store-job.ts';
import { finish } from './finish.ts';
import { wayOf } from './price-and-inventory.ts';
import { beforeTakenOver } from './taken-over.ts';

/**
 * Returns the write of a bound product's content: all of it, or prices and inventory alone, for which no image need be
 * known. Where inventory is set by requests of its own, those go first and the mark last, so that an interrupted write
 * is found unfinished.
 */
export async function updating(
  storeJob: StoreJob,
  work: Work,
  target: string,
  instead: string | null,
): Promise<Next> {
  const way = await wayOf(storeJob, work);
  const { alone, former } = way;
  if (
    alone &&
    former &&
    storeJob.lister.writer.finishing &&
    work.stage !== 'finished' &&
    work.stage !== 'shown' &&
    inventoryDiffers(work.product, former).length > 0
  ) {
    return await finish(storeJob, work, target, former);
  }
  const count = work.product.images.length;
  const access = await storeJob.session.access(storeJob.cut);
  const images = alone
    ? new Map<string, string>()
    : await storeJob.lister.reader.images(target, count, access, storeJob.session.context(storeJob.cut));
  const before = former ? null : await beforeTakenOver(storeJob, work, target);
  const known = before ? { ...way, former: before } : way;
  return { kind: 'write', write: { work, kind: 'update', target, images, ...known, instead } };
}
