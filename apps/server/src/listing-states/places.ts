import type { PlaceState } from '@bowerbird/contract/listing/states';
import { type RawBuilder, sql } from 'kysely';
import { isChangedSince } from '../products/history/changed-since.ts';

/** What is known of one product in one shop; the shape of a row of `places`. */
export interface PlaceRow {
  listing_id: string | null;
  product_id: string;
  shop_id: string;
  state: PlaceState;
  fault: { code: string; params: Record<string, string | number> } | null;
  field: string | null;
  at: Date | null;
  kinds: string[];
  store_product_id: string | null;
  address: string | null;
}

/**
 * Whether a listed product differs in the store from what was sent: by its snapshot, or, where none was taken of the
 * state last seen, by the hash. Inventory alone is not drift: every order reduces it.
 */
export const isDrifted: RawBuilder<boolean> = sql`(
  coalesce(comparison.kinds, '{}') <> '{}' and comparison.kinds <> '{stock}'
  or listing.seen_hash <> listing.listed_hash and comparison.seen_hash is distinct from listing.seen_hash
)`;

/** What is listed was sent by a run that left fields as the store has them: those are still to be decided. */
const isOfNarrowed = sql<boolean>`exists (
  select from listing_attempt as attempt
  join listing_narrowing as narrowing on narrowing.run_id = attempt.run_id
  where attempt.id = listing.listed_attempt and narrowing.shop_id = listing.shop_id
)`;

/** The snapshot of a listing's current content; a snapshot of earlier content does not count. */
export const snapshotOfNow: RawBuilder<unknown> = sql`
  left join listing_comparison as comparison
    on comparison.listing_id = listing.id and (
      comparison.attempt_id is not distinct from listing.listed_attempt or comparison.kinds <> '{}' and ${isOfNarrowed}
    )
`;

/**
 * Builds a query for the owner's products in these shops: the ledger's rows, and what waits in a run to be processed
 * for the first time. Products that were removed from a store again are left out.
 */
export function places(
  ownerId: string,
  shopIds: readonly string[],
  productIds?: readonly string[],
): RawBuilder<PlaceRow> {
  const some = (table: string) =>
    productIds === undefined
      ? sql``
      : sql`and ${sql.ref(`${table}.product_id`)} = any(${productIds}::uuid[])`;
  return sql<PlaceRow>`(
    select * from (
      select listing.id as listing_id, listing.product_id, listing.shop_id, listing.fault, listing.field,
        listing.updated_at as at, coalesce(comparison.kinds, '{}') as kinds, listing.store_product_id, listing.address,
        case
          when listing.state = 'waiting' then case when ${isOnItsWay} then 'waiting' end
          when listing.state = 'intended' then 'sent'
          when listing.state <> 'listed' then listing.state
          when listing.taken_down or not listing.published and ${lastAction} = 'delist' then 'delisted'
          when ${isDrifted} then 'drift'
          when ${isChangedSince('product')} then 'changed'
          else 'listed'
        end as state
      from listing ${snapshotOfNow}
      left join product on product.id = listing.product_id and product.owner_id = listing.owner_id
      where listing.owner_id = ${ownerId} and listing.shop_id = any(${shopIds}::uuid[]) ${some('listing')}
    ) as known where state is not null
    union all
    select null, item.product_id, item.shop_id, null, null, null, '{}', null, null, 'waiting'
    from run
    join listing_run on listing_run.run_id = run.id and not listing_run.dry
    join listing_item as item on item.run_id = run.id and item.state = 'waiting' and item.owner_id = ${ownerId}
    where run.owner_id = ${ownerId} and run.kind = 'listing'
      and run.state in ('waiting', 'scheduled', 'running', 'paused', 'held')
      and item.shop_id = any(${shopIds}::uuid[]) ${some('item')}
      and not exists (
        select from listing where listing.product_id = item.product_id and listing.shop_id = item.shop_id
          and listing.state <> 'waiting'
      )
      and item.listing_id is null
  )`;
}

const isOnItsWay = sql<boolean>`exists (
  select from listing_item as item join run on run.id = item.run_id
  where item.listing_id = listing.id and item.state in ('waiting', 'intended', 'sent', 'verifying')
    and run.state in ('waiting', 'scheduled', 'running', 'paused', 'held')
)`;

const lastAction = sql<string>`(
  select kind from listing_attempt as attempt
  where attempt.listing_id = listing.id and attempt.outcome = 'applied' order by attempt.id desc limit 1
)`;
