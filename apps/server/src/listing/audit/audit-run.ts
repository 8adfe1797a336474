import type { ListingCertificate } from '@bowerbird/contract/listing';
import type { SeenProduct } from '@bowerbird/platforms/listing/product-seen';
import type { StoreFault } from '@bowerbird/platforms/listing/writes';
import { sql } from 'kysely';
import { countItems, noItems } from '../items.ts';
import { inLane, type Lane } from '../lane.ts';
import { Fenced, type ListingRow, writeRow } from '../ledger.ts';
import { requireKnown } from '../witness/store-witness.ts';
import { compareStore } from './compare-store.ts';

/** What a look at each product of the run finds. */
interface RunFindings {
  missing: number;
  changed: number;
}

/**
 * Compares ledger and store, and certifies where they agree: the products of this run are looked at by their ids, for their content;
 * then everything in the store that bears a key of ours is held against every row of the ledger.
 */
export async function audit(lane: Lane): Promise<ListingCertificate> {
  await lane.strike('audit.before');
  const rows = await rowsOfRun(lane);
  const access = await lane.session.access(lane.cut);
  const context = lane.session.context(lane.cut);
  const seen = await lane.lister.lookByIds(
    rows.map(({ store_product_id }) => store_product_id ?? ''),
    access,
    context,
  );
  await requireKnown(lane, seen);
  const findings: RunFindings = { missing: 0, changed: 0 };
  for (const [index, row] of rows.entries()) {
    await judge(lane, row, seen[index] ?? null, findings);
  }
  const { db } = lane.services;
  const store = await compareStore({ ...lane, db }, knownPages(lane, lane.lister.census(access, context)));
  const failed = await tellFailedPictures(lane, rows);
  const counts =
    (await inLane(lane, (db) => countItems(db, lane.ownerId, lane.runId))).get(lane.shopId) ?? noItems();
  const open = counts.waiting + counts.intended + counts.sent + counts.unsure;
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
      open + findings.missing + findings.changed === 0 &&
      store.twins + store.missing + store.orphans + store.unfinished === 0,
    guarantee: lane.lister.guarantee,
    at: new Date(lane.clock.wall()).toISOString(),
  };
}

/** What this run listed, as the ledger has it now. */
async function rowsOfRun(lane: Lane): Promise<ListingRow[]> {
  return await inLane(lane, (db) =>
    db
      .selectFrom('listing')
      .selectAll('listing')
      .innerJoin('listing_item', 'listing_item.listing_id', 'listing.id')
      .where('listing.owner_id', '=', lane.ownerId)
      .where('listing_item.run_id', '=', lane.runId)
      .where('listing_item.shop_id', '=', lane.shopId)
      .where('listing_item.state', '=', 'listed')
      .where('listing.store_product_id', 'is not', null)
      .orderBy('listing.id')
      .execute(),
  );
}

async function judge(
  lane: Lane,
  row: ListingRow,
  seen: SeenProduct | null,
  findings: RunFindings,
): Promise<void> {
  try {
    if (!seen) {
      findings.missing += 1;
      const fault = { code: 'store.product-gone', params: {} };
      await inLane(lane, (db) => writeRow(db, row, { state: 'gone', fault }));
    } else if (seen.hash !== row.listed_hash) {
      findings.changed += 1;
      await inLane(lane, (db) => writeRow(db, row, { seenHash: seen.hash }));
    }
  } catch (thrown) {
    if (!(thrown instanceof Fenced)) {
      throw thrown;
    }
  }
}

/** The census as it comes, each page held against what our records know. */
async function* knownPages(
  lane: Lane,
  census: AsyncIterable<SeenProduct[]>,
): AsyncGenerator<SeenProduct[], void> {
  for await (const page of census) {
    await lane.strike('census.page');
    await requireKnown(lane, page);
    yield page;
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
  const unbrought = await picturesUnbrought(lane);
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
async function picturesUnbrought(lane: Lane): Promise<Map<string, StoreFault[]>> {
  const rows = await inLane(lane, (db) =>
    db
      .selectFrom('listing_item')
      .select(['listing_id', 'notes'])
      .where('owner_id', '=', lane.ownerId)
      .where('run_id', '=', lane.runId)
      .where('shop_id', '=', lane.shopId)
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
