import { type Kysely, sql } from 'kysely';

/** What products need in a store beside themselves, from the intent to create it until its outcome is known (`listing/resources`). */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) {
    await sql.raw(statement).execute(db);
  }
}

const statements: string[] = [
  `create table store_resource_attempt (
    id uuid primary key,
    owner_id uuid not null references owner (id) on delete cascade,
    shop_id uuid not null references shop (id) on delete cascade,
    kind text not null check (kind in ('category', 'tag', 'attribute', 'image')),
    action text not null check (action in ('create', 'publish')),
    key text not null,
    path jsonb not null,
    target text,
    run_id uuid,
    intended_at timestamptz not null default now(),
    counted_ms bigint not null,
    fate text not null default 'open' check (fate in ('open', 'never_sent', 'applied', 'refused', 'absent')),
    resource_id text,
    answer jsonb,
    answered_at timestamptz
  )`,
  // Two workers never have the same one under way.
  `create unique index store_resource_attempt_open on store_resource_attempt (shop_id, key, action) where fate = 'open'`,
  'create index store_resource_attempt_key on store_resource_attempt (shop_id, key, id)',
  'create index store_resource_attempt_owner on store_resource_attempt (owner_id, id)',
  'alter table store_resource_attempt enable row level security',
  `create policy store_resource_attempt_owner on store_resource_attempt
    using (owner_id = nullif(current_setting('app.owner', true), '')::uuid)`,

  // As before, and for stores in which such an attempt is in doubt.
  `create or replace view owed_check as
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
        or exists (select from store_resource_attempt where store_resource_attempt.shop_id = lane.shop_id and fate = 'open')
      )
    offset 0`,
];
