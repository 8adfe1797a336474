import type { Product } from '@bowerbird/catalog/product';
import { asOwner, type Db } from '../db/database.ts';
import { OpenEditSet } from './edit-sets.ts';
import type { LockedProduct } from './prepare.ts';
import { type Target, type Written, writeProducts } from './write.ts';

/** Number of products written in one transaction: others wait for their rows for a fraction of a second. */
const batchSize = 250;
/** Number of transactions at once: while the database writes one batch, the next one is computed. */
const atOnce = 2;

/**
 * Changes any number of products as one edit set that exists already, batch by batch. Stopped or killed anywhere and
 * called again with the same set, it applies nothing twice: what was done is reported as `repeated`. `onBatch` gets the
 * outcomes of each batch once it is committed; batches are committed in no fixed order. The targets have to be in the
 * order of their ids.
 */
export async function writeMany(
  db: Db,
  ownerId: string,
  editSetId: string,
  targets: readonly Target[],
  change: (product: Product, row: LockedProduct) => Product,
  { signal, onBatch }: { signal?: AbortSignal; onBatch?: (written: Written[]) => void } = {},
): Promise<void> {
  const editSet = new OpenEditSet(async () => editSetId);
  let next = 0;
  const work = async () => {
    while (next < targets.length) {
      signal?.throwIfAborted();
      const batch = targets.slice(next, next + batchSize);
      next += batch.length;
      const written = await asOwner(db, ownerId, (owned) =>
        writeProducts(owned, ownerId, editSet, batch, change),
      );
      onBatch?.(written);
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: atOnce }, work));
  const failed = ends.find((end) => end.status === 'rejected');
  if (failed) {
    throw failed.reason;
  }
}
