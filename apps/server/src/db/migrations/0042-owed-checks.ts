import { type Kysely, sql } from 'kysely';

/** Stores in which a write is in doubt or an after-check is owed, whatever became of the run it was made for. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) {
    await sql.raw(statement).execute(db);
  }
}

const statements: string[] = [
  'create index listing_in_doubt on listing (shop_id) where open_attempt is not null',

  // Of all merchants, as open runs are: the newest run of the store, by which its lane is opened again. Stores that are held, and
  // such as have an open run, which makes the checks itself, are left out.
  `create view owed_check as
    select lane.owner_id, lane.shop_id, lane.run_id
    from (
      select distinct on (shop_id) listing_lane.owner_id, shop_id, listing_lane.run_id
      from listing_lane join listing_run on listing_run.run_id = listing_lane.run_id
      where not listing_run.dry
      order by shop_id, listing_lane.run_id desc
    ) as lane
    join run on run.id = lane.run_id
    join shop_turn on shop_turn.shop_id = lane.shop_id and shop_turn.held_by_attempt is null
    where run.state in ('complete', 'partial', 'failed', 'cancelled')
      and not exists (select from installation where held_at is not null)
      and exists (
        select from store where store.shop_id = lane.shop_id and store.removed_at is null and store.state <> 'lost'
      )
      and (
        exists (select from listing where listing.shop_id = lane.shop_id and check_due)
        or exists (select from listing where listing.shop_id = lane.shop_id and open_attempt is not null)
      )
    offset 0`,
];
