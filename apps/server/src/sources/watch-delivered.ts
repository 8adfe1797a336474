import type { Product } from '@bowerbird/catalog/product';
import { asOwner } from '../db/database.ts';
import type { Services } from '../services/services.ts';
import { countWatched } from './found.ts';
import { watchReaders } from './watch-reader.ts';

/**
 * Counted separately: data sent by a browser was not read here, so it neither hides what our own reader lost nor counts
 * as a loss of that reader.
 */
const way = 'browser';

/** Number of products judged together: fewer prove nothing. */
const judgedFrom = 20;

type WatchServices = Pick<Services, 'db' | 'seal' | 'platforms' | 'log'>;

interface DeliveredRun {
  ownerId: string;
  runId: string;
  platform: string;
  shop: string;
}

/**
 * Counts what a browser read of pages, for the run it was delivered to, and judges the reader whenever enough has
 * accumulated: such a run has no end at which it could be judged. Never fails a delivery.
 */
export async function watchDelivered(
  services: WatchServices,
  run: DeliveredRun,
  products: readonly Product[],
): Promise<void> {
  try {
    await watch(services, run, products);
  } catch (thrown) {
    services.log.warn({ run: run.runId, error: String(thrown) }, 'What was delivered was not judged');
  }
}

async function watch(
  services: WatchServices,
  { ownerId, runId, platform, shop }: DeliveredRun,
  products: readonly Product[],
): Promise<void> {
  const counted = await asOwner(services.db, ownerId, async (db) => {
    const row = await db
      .selectFrom('collect_run')
      .select('found')
      .where('owner_id', '=', ownerId)
      .where('run_id', '=', runId)
      .forUpdate()
      .executeTakeFirst();
    const found = row?.found ?? {};
    for (const product of products) {
      countWatched(found, way, product);
    }
    const { [way]: browser = {}, ...kept } = found;
    const [could] = browser.product ?? [0];
    const enough = could >= judgedFrom;
    await db
      .updateTable('collect_run')
      .set({ found: JSON.stringify(enough ? kept : found) })
      .where('owner_id', '=', ownerId)
      .where('run_id', '=', runId)
      .execute();
    return enough ? { [way]: browser } : null;
  });
  if (counted === null) {
    return;
  }
  const drift = await watchReaders(services, { platform, shop }, counted);
  await asOwner(services.db, ownerId, (db) =>
    db
      .updateTable('collect_run')
      .set({ drift: JSON.stringify(drift) })
      .where('owner_id', '=', ownerId)
      .where('run_id', '=', runId)
      .execute(),
  );
}
