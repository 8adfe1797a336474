import { type conflictChoices, heldCodes } from '@bowerbird/contract/listing/conflicts';
import { sql } from 'kysely';
import { asOwner, type OwnerDb } from '../../db/database.ts';
import type { Services } from '../../services/services.ts';
import { type RowSet, recordIn } from '../engine/record.ts';
import { type ListingRow, unlessFenced } from '../ledger/ledger.ts';
import { nextCodes } from '../ledger/own-codes.ts';
import { createListingRun } from '../runs/create-run.ts';

type Which = { listingIds: readonly string[] } | { runId: string; code: (typeof heldCodes)[number] };
type Choice = (typeof conflictChoices)[number];

/** The options with which a merchant's choice is listed again: the defaults for products. */
const options = { status: 'active', publish: true, again: false } as const;

/**
 * Records what a person chose for products that another product of the store conflicts with, and lists them again. A
 * row that is no longer in conflict, or whose conflict this choice cannot end, is skipped.
 */
export async function resolveConflicts(
  services: Services,
  ownerId: string,
  request: { which: Which; choice: Choice; createdBy: string | null },
): Promise<{ runIds: string[]; resolved: number }> {
  const chosen = await asOwner(services.db, ownerId, async (db) => {
    const rows = await rowsInConflict(db, ownerId, request.which);
    const done: ListingRow[] = [];
    for (const row of rows) {
      const change = changeFor(row, request.choice);
      if (change && (await written(db, row, change))) {
        done.push(row);
      }
    }
    return { done, storeOf: await storesOf(db, ownerId, done) };
  });
  const runIds: string[] = [];
  for (const [shopId, rows] of Map.groupBy(chosen.done, (row) => row.shop_id)) {
    const storeId = chosen.storeOf.get(shopId);
    if (storeId !== undefined) {
      const ids = rows.map(({ product_id }) => product_id);
      const { createdBy } = request;
      runIds.push(
        await createListingRun(services, ownerId, {
          storeIds: [storeId],
          selection: { ids },
          options,
          dryRun: false,
          createdBy,
        }),
      );
    }
  }
  return { runIds, resolved: chosen.done.length };
}

async function rowsInConflict(db: OwnerDb, ownerId: string, which: Which): Promise<ListingRow[]> {
  const ids = 'listingIds' in which ? which.listingIds : await reportedInRun(db, ownerId, which);
  return await db
    .selectFrom('listing')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where('state', 'in', ['conflict', 'refused'])
    .where(sql<boolean>`fault ->> 'code' = any(${[...heldCodes]}::text[])`)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .orderBy('id')
    .execute();
}

async function reportedInRun(
  db: OwnerDb,
  ownerId: string,
  { runId, code }: Extract<Which, { runId: string }>,
): Promise<string[]> {
  const items = await db
    .selectFrom('listing_item')
    .select('listing_id')
    .where('owner_id', '=', ownerId)
    .where('run_id', '=', runId)
    .where(sql<boolean>`fault ->> 'code' = ${code}`)
    .execute();
  return items.flatMap(({ listing_id }) => listing_id ?? []);
}

/**
 * Returns what the choice changes in a row; null where it does not apply. A product in the trash cannot be taken over,
 * and one of ours that is there already, and lacks only what was rejected, takes over no other.
 */
function changeFor(row: ListingRow, choice: Choice): RowSet | null {
  const { fault, own_codes, store_product_id } = row;
  const holder = fault?.params.holder;
  const isTrash = fault?.code === 'store.trash-holds-sku';
  if (choice === 'adopt') {
    return store_product_id === null && typeof holder === 'string' && holder !== '' && !isTrash
      ? { adopts: holder, fault: null, field: null }
      : null;
  }
  const taken = fault?.code === 'store.handle-taken' ? 'handle' : 'sku';
  return {
    ownCodes: nextCodes(own_codes, taken),
    fault: null,
    field: null,
  };
}

async function written(db: OwnerDb, row: ListingRow, set: RowSet): Promise<boolean> {
  return await unlessFenced(async () => {
    await recordIn(db, null, row, 'resolved', { set });
    return true;
  }, false);
}

/** Returns the store by which each of these shops is connected now. */
async function storesOf(
  db: OwnerDb,
  ownerId: string,
  rows: readonly ListingRow[],
): Promise<Map<string, string>> {
  const shops = [...new Set(rows.map(({ shop_id }) => shop_id))];
  const found = await db
    .selectFrom('store')
    .select(['id', 'shop_id'])
    .where('owner_id', '=', ownerId)
    .where('removed_at', 'is', null)
    .where(sql<boolean>`shop_id = any(${shops}::uuid[])`)
    .execute();
  return new Map(found.map(({ id, shop_id }) => [shop_id, id]));
}
