import type { ListingCertificate } from '@bowerbird/contract/listing/listing';
import type { SeenProduct } from '@bowerbird/platforms/listing/product-seen';
import type { StoreFault } from '@bowerbird/platforms/listing/writes';
import { sql } from 'kysely';
import { findAccepted } from '../as-stored/accepted.ts';
import { record } from '../engine/record.ts';
import { requireKnown } from '../epoch/store-epoch.ts';
import { type ListingRow, unlessFenced } from '../ledger/ledger.ts';
import { countResourcesInDoubt } from '../resources/settle-open.ts';
import { countItems, noItems } from '../runs/items.ts';
import { inStoreJob, type StoreJob } from '../store-job/store-job.ts';
import { compareStore } from './compare-store.ts';

/** What a look at each product of the run finds. */
interface RunFindings {
  missing: number;
  changed: number;
}

/** How many products of the run are judged at a time. */
const pageSize = 1000;

/**
 * Compares ledger and store, and certifies where they agree. Everything in the store that has a key of ours is read
 * once and compared with every row of the ledger. What of this run was not found there as the ledger has it is looked
 * at again by its id, so that a stale list leads to no false finding. Memory grows with the number of ids alone.
 */
export async function audit(storeJob: StoreJob): Promise<ListingCertificate> {
  await storeJob.injectFault('audit.before');
  const access = await storeJob.session.access(storeJob.cut);
  const fullScan = storeJob.lister.reader.fullScan(access, storeJob.session.context(storeJob.cut));
  const findings: RunFindings = { missing: 0, changed: 0 };
  const { db } = storeJob.services;
  const store = await compareStore({ ...storeJob, db }, judgedPages(storeJob, fullScan, findings));
  let failed = 0;
  for await (const rows of rowsOfRun(storeJob)) {
    const written = await writtenInRun(storeJob, rows);
    failed += await reportFailedImages(storeJob, written);
  }
  const counts =
    (await inStoreJob(storeJob, (db) => countItems(db, storeJob.ownerId, storeJob.runId))).get(
      storeJob.shopId,
    ) ?? noItems();
  const open = counts.waiting + counts.intended + counts.sent + counts.verifying;
  const inDoubt = await countResourcesInDoubt(storeJob);
  const accepted = await inStoreJob(storeJob, (db) => findAccepted(db, storeJob.ownerId, storeJob.shopId));
  return {
    listed: counts.listed,
    refused: counts.refused + counts.conflict,
    open,
    duplicates: store.duplicates,
    missing: findings.missing + store.missing,
    orphans: store.orphans,
    unfinished: store.unfinished,
    changed: findings.changed,
    imagesFailed: failed,
    ...(accepted.length > 0 && { accepted }),
    agrees:
      open + inDoubt + findings.missing + findings.changed === 0 &&
      store.duplicates + store.missing + store.orphans + store.unfinished === 0,
    guarantee: storeJob.lister.features.guarantee,
    at: new Date(storeJob.clock.wall()).toISOString(),
  };
}

/** Yields what this run listed, as the ledger has it now, page by page. */
async function* rowsOfRun(storeJob: StoreJob): AsyncGenerator<ListingRow[], void> {
  for (let after: string | null = null, more = true; more; ) {
    const last: string | null = after;
    const rows: ListingRow[] = await inStoreJob(storeJob, (db) =>
      db
        .selectFrom('listing')
        .selectAll('listing')
        .innerJoin('listing_item', 'listing_item.listing_id', 'listing.id')
        .where('listing.owner_id', '=', storeJob.ownerId)
        .where('listing_item.run_id', '=', storeJob.runId)
        .where('listing_item.shop_id', '=', storeJob.shopId)
        .where('listing_item.state', '=', 'listed')
        .where('listing.store_product_id', 'is not', null)
        .$if(last !== null, (query) => query.where('listing.id', '>', last ?? ''))
        .orderBy('listing.id')
        .limit(pageSize)
        .execute(),
    );
    yield rows;
    after = rows.at(-1)?.id ?? null;
    more = rows.length === pageSize;
  }
}

/**
 * Returns those whose content this run wrote, or found to have been written: of the others, an earlier run reported the
 * images. A clock that was set meanwhile leads to more reads or to fewer reports, and to nothing else.
 */
async function writtenInRun(storeJob: StoreJob, rows: readonly ListingRow[]): Promise<ListingRow[]> {
  const attempts = await inStoreJob(storeJob, (db) =>
    db
      .selectFrom('listing_attempt as attempt')
      .innerJoin('run', (join) => join.on('run.id', '=', storeJob.runId))
      .select('attempt.id')
      .where('attempt.owner_id', '=', storeJob.ownerId)
      .where(
        sql<boolean>`attempt.id = any(${rows.flatMap(({ listed_attempt }) => listed_attempt ?? [])}::uuid[])`,
      )
      .where((eb) =>
        eb.or([
          eb('attempt.run_id', '=', storeJob.runId),
          eb('attempt.answered_at', '>=', eb.ref('run.created_at')),
        ]),
      )
      .execute(),
  );
  const ids = new Set(attempts.map(({ id }) => id));
  return rows.filter(({ listed_attempt }) => ids.has(listed_attempt ?? ''));
}

/** Judges some products of the run. @param hashes what the store's list returned for each, by the store's id */
async function judgePage(
  storeJob: StoreJob,
  rows: readonly ListingRow[],
  hashes: ReadonlyMap<string, string>,
  findings: RunFindings,
): Promise<void> {
  const notAsSent = rows.filter(
    ({ store_product_id, listed_hash }) => hashes.get(store_product_id ?? '') !== listed_hash,
  );
  if (notAsSent.length === 0) {
    return;
  }
  const ids = notAsSent.map(({ store_product_id }) => store_product_id ?? '');
  const access = await storeJob.session.access(storeJob.cut);
  const seen = await storeJob.lister.reader.lookByIds(ids, access, storeJob.session.context(storeJob.cut));
  await requireKnown(storeJob, seen);
  for (const [index, row] of notAsSent.entries()) {
    await judge(storeJob, row, seen[index] ?? null, findings);
  }
}

async function judge(
  storeJob: StoreJob,
  row: ListingRow,
  seen: SeenProduct | null,
  findings: RunFindings,
): Promise<void> {
  if (!seen) {
    findings.missing += 1;
    const fault = { code: 'store.product-gone', params: {} };
    await unlessFenced(() => record(storeJob, row, 'seenGone', { set: { fault } }), row);
  } else if (seen.hash !== row.listed_hash) {
    findings.changed += 1;
    await unlessFenced(() => record(storeJob, row, 'noted', { set: { seenHash: seen.hash } }), row);
  }
}

/**
 * Yields the full scan as it arrives, each page compared with our records. After its last page it judges the products
 * of the run, so that a product that is gone is not counted again among those that the scan lacks.
 */
async function* judgedPages(
  storeJob: StoreJob,
  fullScan: AsyncIterable<SeenProduct[]>,
  findings: RunFindings,
): AsyncGenerator<SeenProduct[], void> {
  const hashes = new Map<string, string>();
  for await (const page of fullScan) {
    await storeJob.injectFault('full-scan.page');
    await requireKnown(storeJob, page);
    for (const { storeProductId, hash, status } of page) {
      if (status !== 'trash') {
        hashes.set(storeProductId, hash);
      }
    }
    yield page;
  }
  for await (const rows of rowsOfRun(storeJob)) {
    await judgePage(storeJob, rows, hashes, findings);
  }
}

/**
 * Reports images that did not reach the store at their product, which stays listed: those that the store could not
 * fetch, and those that could not be brought to it. Returns how many there are.
 */
async function reportFailedImages(storeJob: StoreJob, rows: readonly ListingRow[]): Promise<number> {
  const ids = rows.flatMap(({ store_product_id }) => store_product_id ?? []);
  const access = await storeJob.session.access(storeJob.cut);
  const unfetched = await storeJob.lister.reader.failedImages(
    ids,
    access,
    storeJob.session.context(storeJob.cut),
  );
  const unbrought = await imagesUnbrought(storeJob, rows);
  let count = 0;
  for (const { id, store_product_id } of rows) {
    const faults = new Map(
      [...(unbrought.get(id) ?? []), ...(unfetched.get(store_product_id ?? '') ?? [])].map((fault) => [
        `${fault.field} ${fault.said}`,
        fault,
      ]),
    );
    count += faults.size;
    if (faults.size > 0) {
      await reportImages(storeJob, id, [...faults.values()]);
    }
  }
  return count;
}

/** Returns what was noted of images while their products were written, by the row in the ledger. */
async function imagesUnbrought(
  storeJob: StoreJob,
  listings: readonly ListingRow[],
): Promise<Map<string, StoreFault[]>> {
  const rows = await inStoreJob(storeJob, (db) =>
    db
      .selectFrom('listing_item')
      .select(['listing_id', 'notes'])
      .where('owner_id', '=', storeJob.ownerId)
      .where('run_id', '=', storeJob.runId)
      .where('shop_id', '=', storeJob.shopId)
      .where(sql<boolean>`listing_id = any(${listings.map(({ id }) => id)}::uuid[])`)
      .where(sql<boolean>`notes @? '$[*] ? (@.field starts with "images")'`)
      .execute(),
  );
  return new Map(
    rows.map(({ listing_id, notes }) => [
      listing_id ?? '',
      (notes ?? []).filter(({ field }) => field?.startsWith('images') ?? false),
    ]),
  );
}

async function reportImages(storeJob: StoreJob, listingId: string, faults: StoreFault[]): Promise<void> {
  const [first] = faults;
  await inStoreJob(storeJob, (db) =>
    db
      .updateTable('listing_item')
      .set({
        fault: JSON.stringify({ code: 'store.image-failed', params: { n: faults.length } }),
        field: first?.field ?? 'images',
        notes: JSON.stringify(faults.slice(0, 20)),
      })
      .where('owner_id', '=', storeJob.ownerId)
      .where('run_id', '=', storeJob.runId)
      .where('listing_id', '=', listingId)
      .execute(),
  );
}
