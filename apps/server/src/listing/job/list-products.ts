import { saveShop } from '../../stores/queries.ts';
import { audit } from '../audit/audit-run.ts';
import { confirmEpoch, requireOwnPast, requireUnheld } from '../epoch/own-past.ts';
import { outwaitRestore } from '../epoch/restore.ts';
import { requireKnownNewest } from '../epoch/store-epoch.ts';
import { runFullScan } from '../look-ups/looking.ts';
import { countItems, type ItemCounts, noItems } from '../runs/items.ts';
import type { StoreJobChange } from '../runs/store-jobs.ts';
import { guarded, heldBy } from '../store-job/guarded.ts';
import { inStoreJob, type StoreJob } from '../store-job/store-job.ts';
import { tryItems } from './dry-run.ts';
import { report } from './progress/report.ts';
import { workItems } from './work-items.ts';

/** Lists the products of a store job, audits what the store then has, and reports how it ended. */
export async function listProducts(
  storeJob: StoreJob,
  control: AbortController,
  reportStoreJob: (change: StoreJobChange) => Promise<void>,
): Promise<void> {
  const beside = report(storeJob, control);
  try {
    await requireOwnPast(storeJob);
    await inStoreJob(storeJob, (db) => requireUnheld(db, storeJob));
    await storeJob.counted.count();
    await outwaitRestore(storeJob);
    await guarded(storeJob, () => prepare(storeJob));
    storeJob.fullScan = storeJob.lister.features.looksByFullScan
      ? await guarded(storeJob, () => runFullScan(storeJob))
      : null;
    await guarded(storeJob, () => requireKnownNewest(storeJob));
    await workItems(storeJob);
    const certificate = await guarded(storeJob, () => audit(storeJob));
    const { gone, cancelled } = await countsOf(storeJob);
    const failed = certificate.refused + certificate.open + gone + cancelled;
    await confirmEpoch(storeJob);
    await beside.stop();
    await reportStoreJob({
      state: failed === 0 ? 'complete' : certificate.listed === 0 ? 'failed' : 'partial',
      certificate,
      secondsLeft: null,
    });
  } catch (thrown) {
    await beside.stop();
    throw await heldBy(storeJob, thrown);
  }
}

/** Prepares what listing needs in the store: checked at the start of every run, as it may have been removed. */
async function prepare(storeJob: StoreJob): Promise<void> {
  const access = await storeJob.session.access(storeJob.cut);
  const capabilities = await storeJob.lister.connector.prepare(
    access,
    storeJob.session.context(storeJob.cut),
  );
  const { shop } = storeJob.session;
  const saved = await inStoreJob(storeJob, (db) =>
    saveShop(
      db,
      storeJob.ownerId,
      shop.platform,
      {
        identity: shop.identity,
        name: shop.name,
        currency: shop.currency,
        timeZone: shop.time_zone,
        rights: storeJob.session.store.rights,
        maximumVariants: shop.maximum_variants,
        maximumOptions: shop.maximum_options,
      },
      capabilities,
    ),
  );
  storeJob.session.prepared(saved);
  storeJob.lister = storeJob.session.lister;
}

/** Works out what listing would do, and writes nothing to the store. */
export async function listDry(
  storeJob: StoreJob,
  reportStoreJob: (change: StoreJobChange) => Promise<void>,
): Promise<void> {
  await tryItems(storeJob);
  const counts = await countsOf(storeJob);
  const refused = counts.refused + counts.conflict;
  await reportStoreJob({
    state: refused === 0 ? 'complete' : counts.listed === 0 ? 'failed' : 'partial',
    secondsLeft: null,
  });
}

async function countsOf(storeJob: StoreJob): Promise<ItemCounts> {
  const counts = await inStoreJob(storeJob, (db) => countItems(db, storeJob.ownerId, storeJob.runId));
  return counts.get(storeJob.shopId) ?? noItems();
}
