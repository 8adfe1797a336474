import type { StoredOtherwise } from '@bowerbird/contract/listing/as-stored';
import type { StoreFault } from '@bowerbird/platforms/listing/writes';
import { type SqlBool, sql } from 'kysely';
import type { OwnerDb } from '../../db/database.ts';
import type { AttemptRow } from '../ledger/attempts.ts';
import { keptHidden } from '../ledger/ledger.ts';

/** Which products: of one run, of one product of ours, or single ones; all where nothing is given. */
export interface KeptSelection {
  runId?: string | undefined;
  productId?: string | undefined;
  listingIds?: readonly string[];
}

/** Reports whether an attempt publishes a product with the values that its store keeps. */
export function isAcceptance({ kind, hash }: Pick<AttemptRow, 'kind' | 'hash'>): boolean {
  return kind === 'publish' && hash !== null;
}

/** The products that stores keep hidden with other values than were sent, with their last report. */
function keptIn(db: OwnerDb, ownerId: string, { runId, productId, listingIds }: KeptSelection) {
  return db
    .selectFrom('listing')
    .innerJoin('store', (join) =>
      join.onRef('store.shop_id', '=', 'listing.shop_id').on('store.removed_at', 'is', null),
    )
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('listing_item')
          .select(['run_id', 'title', 'notes', 'at', 'position'])
          .whereRef('listing_id', '=', 'listing.id')
          .where(sql<SqlBool>`listing_item.fault ->> 'code' = ${keptHidden}`)
          .$if(runId !== undefined, (query) => query.where('run_id', '=', runId ?? ''))
          .orderBy('id', 'desc')
          .limit(1)
          .as('item'),
      (join) => join.onTrue(),
    )
    .where('listing.owner_id', '=', ownerId)
    .where('listing.state', '=', 'listed')
    .where('listing.store_product_id', 'is not', null)
    .where('listing.open_attempt', 'is', null)
    .where('listing.published', '=', false)
    .where('listing.taken_down', '=', false)
    .where(sql<SqlBool>`listing.fault ->> 'code' = ${keptHidden}`)
    .$if(productId !== undefined, (query) => query.where('listing.product_id', '=', productId ?? ''))
    .$if(listingIds !== undefined, (query) =>
      query.where(sql<SqlBool>`listing.id = any(${listingIds ?? []}::uuid[])`),
    );
}

/** What an action on such a product needs. */
export interface KeptLine {
  listingId: string;
  productId: string;
  shopId: string;
  storeId: string;
  title: string;
  /** The revision whose values the store keeps otherwise. */
  revision: number;
  /** The run that reported it last. */
  reportedBy: string;
}

/** Returns the selected products, in the order in which they were listed. */
export async function findKeptLines(
  db: OwnerDb,
  ownerId: string,
  selection: KeptSelection,
): Promise<KeptLine[]> {
  const rows = await keptIn(db, ownerId, selection)
    .distinctOn('listing.id')
    .select(['listing.id', 'listing.product_id', 'listing.shop_id', 'store.id as store_id', 'item.title'])
    .select(['listing.listed_revision', 'listing.wanted_revision', 'item.run_id'])
    .orderBy('listing.id')
    .execute();
  return rows.map((row) => ({
    listingId: row.id,
    productId: row.product_id,
    shopId: row.shop_id,
    storeId: row.store_id,
    title: row.title,
    revision: row.listed_revision ?? row.wanted_revision,
    reportedBy: row.run_id,
  }));
}

/** Returns a page of the selected products with field, sent and stored value, newest first, and how many there are. */
export async function viewKept(
  db: OwnerDb,
  ownerId: string,
  { cursor, limit, ...selection }: KeptSelection & { cursor?: string | undefined; limit: number },
): Promise<{ items: StoredOtherwise[]; total: number; nextCursor: string | null }> {
  const rows = await keptIn(db, ownerId, selection)
    .leftJoin('product', 'product.id', 'listing.product_id')
    .distinctOn('listing.id')
    .select(['listing.id', 'listing.product_id', 'product.image_url', 'store.id as store_id'])
    .select(['store.name', 'item.title', 'item.notes', 'item.at'])
    .$if(cursor !== undefined, (query) => query.where('listing.id', '<', cursor ?? ''))
    .orderBy('listing.id', 'desc')
    .limit(limit)
    .execute();
  const { count } = await keptIn(db, ownerId, selection)
    .select(sql<string>`count(distinct listing.id)`.as('count'))
    .executeTakeFirstOrThrow();
  return {
    items: rows.map((row) => ({
      listingId: row.id,
      productId: row.product_id,
      title: row.title,
      imageUrl: row.image_url,
      storeId: row.store_id,
      storeName: row.name,
      fields: (row.notes ?? []).filter(isDifference).map(fieldOf),
      at: row.at?.toISOString() ?? null,
    })),
    total: Number(count),
    nextCursor: rows.length === limit ? (rows.at(-1)?.id ?? null) : null,
  };
}

function isDifference({ code }: StoreFault): boolean {
  return code === 'store.field-not-kept';
}

function fieldOf({ field, params, said }: StoreFault): StoredOtherwise['fields'][number] {
  const { sent, stored } = params;
  return {
    field,
    sent: sent === undefined ? null : String(sent),
    stored: stored === undefined ? null : String(stored),
    said,
  };
}
