import type { ListingCertificate } from '@bowerbird/contract/listing';
import type { SeenProduct } from '@bowerbird/platforms/listing/product-seen';
import type { StoreFault } from '@bowerbird/platforms/listing/writes';
import { sql } from 'kysely';
import { record } from '../engine/record.ts';
import { countItems, noItems } from '../items.ts';
import { inLane, type Lane } from '../lane.ts';
import { type ListingRow, unlessFenced } from '../ledger.ts';
import { countResourcesInDoubt } from '../resources/settle-open.ts';
import { requireKnown } from '../witness/store-witness.ts';
import { compareStore } from './compare-store.ts';

/** What a look at each product of the run finds. */
interface RunFindings {
  missing: number;
  changed: number;
}

/** How many products of the run are judged at a time. */
const pageSize = 1000;

/**
 * Compares ledger and store, and certifies where they agree. Everything in the store that bears a key of ours is read once, and held
 * against every row of the ledger; what of this run was not met there as the ledger has it is looked at again by its id, so that a list
 * that lags behind accuses nobody. Memory grows with the number of ids alone.
 */
export async function audit(lane: Lane): Promise<ListingCertificate> {
  await lane.strike('audit.before');
  const access = await lane.session.access(lane.cut);
  const census = lane.lister.census(access, lane.session.context(lane.cut));
  const findings: RunFindings = { missing: 0, changed: 0 };
  const { db } = lane.services;
  const store = await compareStore({ ...lane, db }, judgedPages(lane, census, findings));
  let failed = 0;
  for await (const rows of rowsOfRun(lane)) {
    failed += await tellFailedPictures(lane, rows);
  }
  const counts =
    (await inLane(lane, (db) => countItems(db, lane.ownerId, lane.runId))).get(lane.shopId) ?? noItems();
  const open = counts.waiting + counts.intended + counts.sent + counts.unsure;
  const inDoubt = await countResourcesInDoubt(lane);
  return {
    listed: counts.listed,
    refused: counts.refused + counts.conflict,
    open,
    twins: store.twins,
    missing: findings.missing + store.missing,
    orphans: store.orphans,
    unfinished: store.unfinished,
    changed: findings.changed,
    picturesFailed: failed,
    agrees:
      open + inDoubt + findings.missing + findings.changed === 0 &&
      store.twins + store.missing + store.orphans + store.unfinished === 0,
    guarantee: lane.lister.guarantee,
    at: new Date(lane.clock.wall()).toISOString(),
  };
}

/** What this run listed, as the ledger has it now, page by page. */
async function* rowsOfRun(lane: Lane): AsyncGenerator<ListingRow[], void> {
  for (let after: string | null = null, more = true; more; ) {
    const last: string | null = after;
    const rows: ListingRow[] = await inLane(lane, (db) =>
      db
        .selectFrom('listing')
        .selectAll('listing')
        .innerJoin('listing_item', 'listing_item.listing_id', 'listing.id')
        .where('listing.owner_id', '=', lane.ownerId)
        .where('listing_item.run_id', '=', lane.runId)
        .where('listing_item.shop_id', '=', lane.shopId)
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

/** Judges some products of the run. @param hashes what the store's list told of each, by the store's id */
async function judgePage(
  lane: Lane,
  rows: readonly ListingRow[],
  hashes: ReadonlyMap<string, string>,
  findings: RunFindings,
): Promise<void> {
  const doubtful = rows.filter(
    ({ store_product_id, listed_hash }) => hashes.get(store_product_id ?? '') !== listed_hash,
  );
  if (doubtful.length === 0) {
    return;
  }
  const ids = doubtful.map(({ store_product_id }) => store_product_id ?? '');
  const access = await lane.session.access(lane.cut);
  const seen = await lane.lister.lookByIds(ids, access, lane.session.context(lane.cut));
  await requireKnown(lane, seen);
  for (const [index, row] of doubtful.entries()) {
    await judge(lane, row, seen[index] ?? null, findings);
  }
}

async function judge(
  lane: Lane,
  row: ListingRow,
  seen: SeenProduct | null,
  findings: RunFindings,
): Promise<void> {
  if (!seen) {
    findings.missing += 1;
    const fault = { code: 'store.product-gone', params: {} };
    await unlessFenced(() => record(lane, row, 'seenGone', { set: { fault } }), row);
  } else if (seen.hash !== row.listed_hash) {
    findings.changed += 1;
    await unlessFenced(() => record(lane, row, 'noted', { set: { seenHash: seen.hash } }), row);
  }
}

/**
 * The census as it comes, each page held against what our records know. After its last page the products of the run are judged by it,
 * so that one that is gone is not counted again by whoever counts what the census lacks.
 */
async function* judgedPages(
  lane: Lane,
  census: AsyncIterable<SeenProduct[]>,
  findings: RunFindings,
): AsyncGenerator<SeenProduct[], void> {
  const hashes = new Map<string, string>();
  for await (const page of census) {
    await lane.strike('census.page');
    await requireKnown(lane, page);
    for (const { storeProductId, hash, status } of page) {
      if (status !== 'trash') {
        hashes.set(storeProductId, hash);
      }
    }
    yield page;
  }
  for await (const rows of rowsOfRun(lane)) {
    await judgePage(lane, rows, hashes, findings);
  }
}

/**
 * Tells images that did not reach the store at their product, which stays listed: those that the store could not fetch, and those
 * that could not be brought to it. Returns how many they are.
 */
async function tellFailedPictures(lane: Lane, rows: readonly ListingRow[]): Promise<number> {
  const ids = rows.flatMap(({ store_product_id }) => store_product_id ?? []);
  const access = await lane.session.access(lane.cut);
  const unfetched = await lane.lister.failedPictures(ids, access, lane.session.context(lane.cut));
  const unbrought = await picturesUnbrought(lane, rows);
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
      await tellPictures(lane, id, [...faults.values()]);
    }
  }
  return count;
}

/** What was noted of images while their products were written, by the row in the ledger. */
async function picturesUnbrought(
  lane: Lane,
  listings: readonly ListingRow[],
): Promise<Map<string, StoreFault[]>> {
  const rows = await inLane(lane, (db) =>
    db
      .selectFrom('listing_item')
      .select(['listing_id', 'notes'])
      .where('owner_id', '=', lane.ownerId)
      .where('run_id', '=', lane.runId)
      .where('shop_id', '=', lane.shopId)
      .where(sql<boolean>`listing_id = any(${listings.map(({ id }) => id)}::uuid[])`)
      .where(sql<boolean>`notes @? '$[*] ? (@.field starts with "pictures")'`)
      .execute(),
  );
  return new Map(
    rows.map(({ listing_id, notes }) => [
      listing_id ?? '',
      (notes ?? []).filter(({ field }) => field?.startsWith('pictures') ?? false),
    ]),
  );
}

async function tellPictures(lane: Lane, listingId: string, faults: StoreFault[]): Promise<void> {
  const [first] = faults;
  await inLane(lane, (db) =>
    db
      .updateTable('listing_item')
      .set({
        fault: JSON.stringify({ code: 'store.picture-failed', params: { n: faults.length } }),
        field: first?.field ?? 'pictures',
        notes: JSON.stringify(faults.slice(0, 20)),
      })
      .where('owner_id', '=', lane.ownerId)
      .where('run_id', '=', lane.runId)
      .where('listing_id', '=', listingId)
      .execute(),
  );
}
