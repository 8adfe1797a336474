import { sql } from 'kysely';
import type { OwnerDb } from '../../db/database.ts';
import { bodyOf } from '../../db/listing-content.ts';
import type { AttemptKind, ListingState } from '../../db/tables/listing.ts';

/** An attempt that was applied, of a listing's present generation. */
export interface AppliedAttempt {
  id: string;
  kind: AttemptKind;
  hash: string | null;
  /** Null where an after-check or an undo run wrote: it repeats what a run had written before. */
  run: string | null;
  /** The run that its own run undoes. */
  undoes: string | null;
  /** Its content is kept. */
  kept: boolean;
}

/** What the ledger knows of one product that a run listed. */
export interface Facts {
  itemId: string;
  listingId: string;
  productId: string;
  shopId: string;
  storeId: string;
  title: string;
  revision: number;
  position: number;
  state: ListingState;
  /** One with an unknown outcome; attempts of undo runs are left out, as another undo run resolves them. */
  openAttempt: string | null;
  /** Hash of the content that it is listed with, as it was sent; null where nothing is known of it. */
  sentHash: string | null;
  listedHash: string | null;
  seenHash: string | null;
  address: string | null;
  /** Oldest first. */
  attempts: AppliedAttempt[];
}

/** Returns what a run did, in the order of its items; only these listings when named. */
export async function findFacts(
  db: OwnerDb,
  ownerId: string,
  runId: string,
  request: { after: number; limit: number } | { listingIds: readonly string[] },
): Promise<Facts[]> {
  const some =
    'listingIds' in request
      ? sql`and item.listing_id = any(${request.listingIds}::uuid[])`
      : sql`and item.position > ${request.after}`;
  const limit = 'listingIds' in request ? sql`` : sql`limit ${request.limit}`;
  const { rows } = await sql<Facts>`
    with item as (
      select id, listing_id, product_id, shop_id, store_id, title, revision, position from listing_item as item
      where owner_id = ${ownerId} and run_id = ${runId} and listing_id is not null ${some}
      order by position, id ${limit}
    )
    select item.id as "itemId", item.listing_id as "listingId", item.product_id as "productId",
      item.shop_id as "shopId", item.store_id as "storeId", item.title, item.revision, item.position, listing.state,
      case when open.kind in ('delist', 'relist', 'remove') or (open.kind <> 'create' and open.run_id is null) then null
        else listing.open_attempt end as "openAttempt", listed.hash as "sentHash",
      listing.listed_hash as "listedHash", listing.seen_hash as "seenHash", listing.address,
      coalesce(applied.attempts, '[]'::json) as attempts
    from item
    join listing on listing.id = item.listing_id and listing.owner_id = ${ownerId}
    left join listing_attempt as open on open.id = listing.open_attempt
    left join listing_attempt as listed on listed.id = listing.listed_attempt
    left join lateral (
      select json_agg(json_build_object(
        'id', attempt.id, 'kind', attempt.kind, 'hash', attempt.hash, 'undoes', made.undoes,
        'run', case when made.undoes is null then attempt.run_id end, 'kept', ${bodyOf('attempt')} is not null
      ) order by attempt.id) as attempts
      from listing_attempt as attempt
      left join listing_run as made on made.run_id = attempt.run_id
      where attempt.owner_id = ${ownerId} and attempt.listing_id = listing.id
        and attempt.generation = listing.generation and attempt.outcome = 'applied'
        and attempt.kind in ('create', 'update', 'publish', 'delist', 'relist')
    ) as applied on true
    order by item.position, item.id
  `.execute(db);
  return rows;
}
