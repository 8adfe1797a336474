import { type Kysely, sql } from 'kysely';

/** What a person took from shoppers' sight, or out of a store, is known as such until a person lists it again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table listing add column taken_down boolean not null default false').execute(db);
  await sql
    .raw(`
      update listing set taken_down = true
      where (state = 'listed' and not published or state = 'waiting' and generation > 1 and store_product_id is null)
        and open_attempt is null
        and (
          select kind from listing_attempt as attempt
          where attempt.listing_id = listing.id and attempt.fate = 'applied' order by attempt.id desc limit 1
        ) in ('delist', 'remove')
    `)
    .execute(db);
  // What was removed may lie in the store's trash, from where it is taken back by its id.
  await sql
    .raw(`
      update listing set adopts = (
        select target from listing_attempt as attempt
        where attempt.listing_id = listing.id and attempt.fate = 'applied' and attempt.kind = 'remove'
        order by attempt.id desc limit 1
      )
      where taken_down and state = 'waiting' and store_product_id is null and adopts is null
    `)
    .execute(db);
}
