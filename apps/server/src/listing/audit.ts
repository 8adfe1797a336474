import type { ListingCertificate } from '@bowerbird/contract/listing';
import type { SeenProduct } from '@bowerbird/platforms/listing/product-seen';
import type { StoreFault } from '@bowerbird/platforms/listing/writes';
import { sql } from 'kysely';
import { countItems, noItems } from './items.ts';
import { inLane, type Lane } from './lane.ts';
import { Fenced, type ListingRow, writeRow } from './ledger.ts';
import { requireKnown } from './witness/store-witness.ts';

interface Findings {
  twins: number;
  missing: number;
  orphans: number;
  changed: number;
}

/**
 * Compares ledger and store, and certifies where they agree. The products of this run are looked at one by one; of all
 * others the store's own count of our keys is held against the ledger's, and where the two differ everything is counted.
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
  const findings: Findings = { twins: 0, missing: 0, orphans: 0, changed: 0 };
  for (const [index, row] of rows.entries()) {
    await judge(lane, row, seen[index] ?? null, findings);
  }
  const bound = await countBound(lane);
  if ((await lane.lister.keyedCount(access, context)) !== bound) {
    await takeCensus(lane, findings);
  }
  const failed = await tellFailedPictures(lane, rows);
  const counts =
    (await inLane(lane, (db) => countItems(db, lane.ownerId, lane.runId))).get(lane.shopId) ?? noItems();
  const open = counts.waiting + counts.intended + counts.sent + counts.unsure;
  return {
    listed: counts.listed,
    refused: counts.refused + counts.conflict,
    open,
    ...findings,
    picturesFailed: failed,
    agrees: open + findings.twins + findings.missing + findings.orphans + findings.changed === 0,
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
  findings: Findings,
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

async function countBound(lane: Lane): Promise<number> {
  const { count } = await inLane(lane, (db) =>
    db
      .selectFrom('listing')
      .select((eb) => eb.fn.countAll<string>().as('count'))
      .where('owner_id', '=', lane.ownerId)
      .where('shop_id', '=', lane.shopId)
      .where('store_product_id', 'is not', null)
      .where('state', '<>', 'gone')
      .executeTakeFirstOrThrow(),
  );
  return Number(count);
}

/** Everything in the store that bears a key of ours against every row of the ledger. */
async function takeCensus(lane: Lane, findings: Findings): Promise<void> {
  const access = await lane.session.access(lane.cut);
  const there = new Set<string>();
  for await (const page of lane.lister.census(access, lane.session.context(lane.cut))) {
    await lane.strike('census.page');
    await requireKnown(lane, page);
    const rows = await rowsByKey(
      lane,
      page.flatMap(({ key }) => key ?? []),
    );
    for (const { key, storeProductId } of page) {
      there.add(storeProductId);
      const row = rows.get(key ?? '');
      if (!row) {
        findings.orphans += 1;
      } else if (row.store_product_id !== storeProductId) {
        findings.twins += 1;
      }
    }
  }
  findings.missing += await countMissing(lane, there);
}

async function rowsByKey(lane: Lane, keys: string[]): Promise<Map<string, ListingRow>> {
  const rows = await inLane(lane, (db) =>
    db
      .selectFrom('listing')
      .selectAll()
      .where('owner_id', '=', lane.ownerId)
      .where('shop_id', '=', lane.shopId)
      .where(sql<boolean>`key = any(${keys}::text[])`)
      .execute(),
  );
  return new Map(rows.map((row) => [row.key, row]));
}

async function countMissing(lane: Lane, there: ReadonlySet<string>): Promise<number> {
  const bound = await inLane(lane, (db) =>
    db
      .selectFrom('listing')
      .select('store_product_id')
      .where('owner_id', '=', lane.ownerId)
      .where('shop_id', '=', lane.shopId)
      .where('store_product_id', 'is not', null)
      .where('state', '<>', 'gone')
      .execute(),
  );
  return bound.filter(({ store_product_id }) => !there.has(store_product_id ?? '')).length;
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
