import type { DriftFacets, DriftItem, DriftKind } from '@bowerbird/contract/listing/states';
import { type RawBuilder, sql } from 'kysely';
import type { OwnerDb } from '../../db/database.ts';
import type { ListingRow } from '../../listing/ledger/ledger.ts';
import type { Services } from '../../services/services.ts';
import { findStores, type StoreWithShop } from '../../stores/queries.ts';
import { listerOf } from '../../stores/session.ts';
import { isDrifted, snapshotOfNow } from '../places.ts';
import { fieldOf } from './field.ts';
import { findOurs, type Ours, undecided } from './ours.ts';
import { type Read, withReadings } from './snapshots.ts';

export interface DriftRequest {
  storeId?: string | undefined;
  kind?: DriftKind | 'gone' | undefined;
  cursor?: string | undefined;
  limit: number;
}

/** Builds the query for drift and for what was deleted: `listing` with its snapshot, in these shops. */
function drifted(ownerId: string, shopIds: readonly string[], condition: RawBuilder<unknown>) {
  return sql`
    from listing ${snapshotOfNow}
    where listing.owner_id = ${ownerId} and listing.shop_id = any(${shopIds}::uuid[])
      and exists (select from product where product.id = listing.product_id and product.owner_id = ${ownerId})
      and (${condition})
  `;
}

const isOpen = sql`listing.state = 'listed' and ${isDrifted}`;

function conditionOf(kind: DriftRequest['kind']): RawBuilder<unknown> {
  switch (kind) {
    case undefined:
      return sql`listing.state = 'gone' or ${isOpen}`;
    case 'gone':
      return sql`listing.state = 'gone'`;
    case 'other':
      // What was not read yet is known to differ, but not in which fields.
      return sql`${isOpen} and ('other' = any(comparison.kinds) or comparison.seen_hash is distinct from listing.seen_hash)`;
    default:
      return sql`listing.state = 'listed' and ${kind} = any(comparison.kinds)`;
  }
}

/**
 * Returns products that differ in a store from what was sent, the newest listings first; the cursor is the last one's
 * id.
 */
export async function listDrift(
  db: OwnerDb,
  services: Pick<Services, 'platforms'>,
  ownerId: string,
  request: DriftRequest,
) {
  const stores = (await findStores(db, ownerId)).filter(
    ({ store }) => request.storeId === undefined || store.id === request.storeId,
  );
  const shopIds = stores.map(({ shop }) => shop.id);
  const wanted = drifted(ownerId, shopIds, conditionOf(request.kind));
  const { rows } = await sql<ListingRow>`
    select listing.* ${wanted} ${request.cursor === undefined ? sql`` : sql`and listing.id < ${request.cursor}::uuid`}
    order by listing.id desc limit ${request.limit}
  `.execute(db);
  const counted = await sql<{ count: number }>`select count(*)::integer as count ${wanted}`.execute(db);
  const last = rows.length === request.limit ? rows.at(-1) : undefined;
  return {
    items: await itemsOf(db, services, ownerId, rows, stores),
    total: counted.rows[0]?.count ?? 0,
    totalIsEstimate: false,
    nextCursor: last?.id ?? null,
  };
}

async function itemsOf(
  db: OwnerDb,
  services: Pick<Services, 'platforms'>,
  ownerId: string,
  rows: readonly ListingRow[],
  stores: readonly StoreWithShop[],
): Promise<DriftItem[]> {
  const reads = await withReadings(db, ownerId, rows);
  const items = new Map<string, DriftItem>();
  for (const { store, shop } of stores) {
    const here = reads.filter(({ row }) => row.shop_id === shop.id);
    const productIds = here.map(({ row }) => row.product_id);
    if (here.length === 0) {
      continue;
    }
    const ours = await findOurs(db, ownerId, shop.id, productIds);
    const setsStock = listerOf(services, shop.platform).features.updateSetsStock;
    for (const read of here) {
      const own = ours.get(read.row.product_id);
      if (own) {
        items.set(read.row.id, itemOf(read, own, { storeId: store.id, currency: shop.currency, setsStock }));
      }
    }
  }
  return rows.flatMap(({ id }) => items.get(id) ?? []);
}

function itemOf(
  { row, snapshot, sent }: Read,
  ours: Ours,
  { storeId, currency, setsStock }: { storeId: string; currency: string | null; setsStock: boolean },
): DriftItem {
  const isRead = snapshot !== undefined && snapshot.attempt_id === row.listed_attempt;
  const gone = row.state === 'gone';
  const unread = !gone && (!isRead || snapshot.seen_hash !== row.seen_hash);
  const open = gone || !isRead ? [] : undecided(snapshot.differences, snapshot.decided, ours);
  const other = { key: 'other', kind: 'other', sent: null, store: null } as const;
  return {
    listingId: row.id,
    productId: row.product_id,
    title: ours.own.title,
    imageUrl: ours.own.images[0]?.url ?? null,
    sku: ours.own.variants[0]?.sku ?? null,
    storeId,
    storeAddress: row.address,
    storeImageUrl: snapshot?.product?.images[0]?.url ?? null,
    currency: sent?.currency ?? currency,
    gone,
    unread,
    readAt: isRead ? snapshot.read_at.toISOString() : null,
    fields: (unread && open.length === 0 ? [other] : open).map((each) => fieldOf(each, ours, setsStock)),
  };
}

/** Returns how many products drifted by kind, and how far the comparison of each store is. */
export async function findDriftFacets(db: OwnerDb, ownerId: string): Promise<DriftFacets> {
  const stores = await findStores(db, ownerId);
  const shopIds = stores.map(({ shop }) => shop.id);
  const { rows } = await sql<{ shop_id: string; gone: number; open: number }>`
    select listing.shop_id, (count(*) filter (where listing.state = 'gone'))::integer as gone,
      (count(*) filter (where listing.state <> 'gone'))::integer as open
    ${drifted(ownerId, shopIds, conditionOf(undefined))} group by listing.shop_id
  `.execute(db);
  const kinds = await sql<{ kind: DriftKind; count: number }>`
    select kind, count(*)::integer as count from (
      select unnest(case when comparison.seen_hash is distinct from listing.seen_hash
        and listing.seen_hash <> listing.listed_hash then '{other}'::text[] else comparison.kinds end) as kind
      ${drifted(ownerId, shopIds, sql`listing.state = 'listed' and (${isDrifted} or comparison.kinds <> '{}')`)}
    ) as each group by kind order by count(*) desc, kind
  `.execute(db);
  const comparisons = await db
    .selectFrom('store_comparison')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .execute();
  const sum = (read: (row: { gone: number; open: number }) => number) =>
    rows.reduce((total, row) => total + read(row), 0);
  return {
    products: sum(({ open }) => open),
    gone: sum(({ gone }) => gone),
    kinds: kinds.rows,
    stores: stores.map(({ store, shop }) => {
      const row = rows.find(({ shop_id }) => shop_id === shop.id);
      const comparison = comparisons.find(({ shop_id }) => shop_id === shop.id);
      return {
        storeId: store.id,
        name: store.name,
        platform: shop.platform,
        count: (row?.open ?? 0) + (row?.gone ?? 0),
        comparison: {
          state: comparison?.state ?? 'idle',
          done: Math.min(comparison?.done ?? 0, comparison?.total ?? 0),
          total: comparison?.total ?? 0,
          endedAt: comparison?.ended_at?.toISOString() ?? null,
          nextAt: comparison?.next_at?.toISOString() ?? null,
          fault: comparison?.fault ?? null,
        },
      };
    }),
  };
}
