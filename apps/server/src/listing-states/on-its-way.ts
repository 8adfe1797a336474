import { type RawBuilder, sql } from 'kysely';

/**
 * Items of listing runs that have not ended and are not decided: each with its `product_id`, `shop_id`, `state` and
 * `run_state`. A dry run writes nothing to a store, and has none.
 */
export const openItems: RawBuilder<unknown> = sql`(
  select item.owner_id, item.product_id, item.shop_id, item.state, run.state as run_state
  from listing_item as item
  join run on run.id = item.run_id and run.state in ('waiting', 'scheduled', 'running', 'paused', 'held')
  join listing_run on listing_run.run_id = item.run_id and not listing_run.dry
  where item.state in ('waiting', 'intended', 'sent', 'verifying')
)`;

/**
 * Whether a run is writing the product of `listing` to its store now or is about to: an attempt is open, one of its
 * requests was sent and others may follow, or an active run has yet to process it. Items of a paused, held or scheduled
 * run do not count.
 */
export const isBeingWritten: RawBuilder<boolean> = sql`(
  listing.open_attempt is not null
  or exists (
    select from ${openItems} as item
    where item.owner_id = listing.owner_id and item.product_id = listing.product_id
      and item.shop_id = listing.shop_id
      and (item.state <> 'waiting' or item.run_state in ('waiting', 'running'))
  )
)`;
