import type { Kysely } from 'kysely';
import { closedToOthers, execute, forProgramOnly, owner } from './statements.ts';

/** What is listed where: listings and every attempt to write to a store, listing runs, and the time counted in each shop. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await execute(db, [...listings, ...attempts, ...runs, ...turns, ...closedToOthers(...owned), ...checks]);
}

const owned = [
  'listing',
  'listing_attempt',
  'listing_bulk',
  'store_resource_attempt',
  'listing_run',
  'listing_preparation',
  'listing_store_job',
  'listing_item',
  'shop_turn',
];

const shop = 'shop_id uuid not null references shop (id) on delete cascade';
const store = 'store_id uuid not null references store (id) on delete cascade';
const run = 'run_id uuid not null references run (id) on delete cascade';

const listings = [
  // One row for each product and shop. No foreign key for the product: a listing outlives its product.
  // `adopts` and `own_codes`: what a user decided where another product of the store has our handle or SKU. `taken_down`: a user delisted or
  // deleted the product; true until a user lists it again. `restores_visibility`: whether the after-check gives the product the visibility
  // back that it was given last, where a late write of ours changed it.
  `create table listing (
    id uuid primary key,
    ${owner},
    product_id uuid not null,
    ${shop},
    generation integer not null default 1,
    key text not null,
    state text not null,
    token uuid not null,
    open_attempt uuid,
    store_product_id text,
    address text,
    created_by_us boolean not null default false,
    published boolean not null default false,
    taken_down boolean not null default false,
    restores_visibility boolean not null default false,
    adopts text,
    own_codes jsonb,
    wanted_revision integer not null,
    listed_revision integer,
    listed_digest bigint,
    listed_attempt uuid,
    sent_hash text,
    listed_hash text,
    seen_hash text,
    check_due boolean not null default false,
    check_at_ms bigint,
    unrepaired boolean not null default false,
    fault jsonb,
    field text,
    updated_at timestamptz not null default now(),
    unique (product_id, shop_id)
  )`,
  'create index listing_shop_state on listing (shop_id, state)',
  'create index listing_key on listing (shop_id, key)',
  'create index listing_check on listing (shop_id, check_at_ms) where check_due',
  'create index listing_in_doubt on listing (shop_id) where open_attempt is not null',
  'create index listing_owner_state on listing (owner_id, state)',
  // All columns that the counts of the work queues read.
  `create index listing_queues on listing (owner_id, product_id)
    include (state, taken_down, open_attempt, listed_revision, listed_digest)`,

  // Null where the product was changed while it was on its way: then the revisions are compared.
  `create function keep_listed_digest() returns trigger language plpgsql as $$
    begin
      if tg_op = 'UPDATE' and new.listed_revision is not distinct from old.listed_revision then
        return new;
      end if;
      new.listed_digest := (
        select digest from product
        where id = new.product_id and owner_id = new.owner_id and revision = new.listed_revision
      );
      return new;
    end
  $$`,
  `create trigger keep_listed_digest before insert or update of listed_revision on listing
    for each row execute function keep_listed_digest()`,
];

const attempts = [
  // `counted_ms`: when the attempt was intended by the counted time of its shop, which a changed clock cannot move. `run_id`: the run that
  // may undo it; null where an after-check wrote.
  `create table listing_attempt (
    id uuid primary key,
    ${owner},
    listing_id uuid not null references listing (id) on delete cascade,
    run_id uuid,
    request_id uuid not null,
    line integer not null,
    kind text not null,
    generation integer not null,
    revision integer not null,
    hash text,
    options jsonb not null,
    body jsonb,
    target text,
    outcome text not null default 'open',
    answer jsonb,
    counted_ms bigint not null default 0,
    waited_ms bigint not null default 0,
    intended_at timestamptz not null,
    answered_at timestamptz
  )`,
  'create index listing_attempt_listing on listing_attempt (listing_id, id)',
  'create index listing_attempt_request on listing_attempt (request_id, line)',
  // Of all merchants: two of them may list to one store, and an attempt of either is known.
  `create function newest_listing_attempt() returns uuid
    language sql stable security definer set search_path = public, pg_temp as $$
      select id from listing_attempt order by id desc limit 1
    $$`,
  ...forProgramOnly('newest_listing_attempt()'),

  // Operations in a store that work through many attempts by themselves, from their intent until their results are recorded.
  `create table listing_bulk (
    id uuid primary key,
    ${owner},
    ${shop},
    run_id uuid,
    kind text not null,
    operation text,
    token uuid not null,
    waited_ms bigint not null default 0,
    intended_at timestamptz not null default now(),
    ended_at timestamptz
  )`,
  'create index listing_bulk_open on listing_bulk (shop_id, id) where ended_at is null',
  'create index listing_bulk_owner on listing_bulk (owner_id)',

  // Related resources that products need in a store, from the intent to create one until its outcome is known (`listing/resources`).
  `create table store_resource_attempt (
    id uuid primary key,
    ${owner},
    ${shop},
    run_id uuid,
    kind text not null check (kind in ('category', 'tag', 'attribute', 'image')),
    action text not null check (action in ('create', 'publish')),
    key text not null,
    path jsonb not null,
    target text,
    outcome text not null default 'open' check (outcome in ('open', 'never_sent', 'applied', 'refused', 'absent')),
    resource_id text,
    answer jsonb,
    counted_ms bigint not null,
    intended_at timestamptz not null default now(),
    answered_at timestamptz
  )`,
  // Two workers never create the same resource at once.
  `create unique index store_resource_attempt_open on store_resource_attempt (shop_id, key, action) where outcome = 'open'`,
  'create index store_resource_attempt_key on store_resource_attempt (shop_id, key, id)',
  'create index store_resource_attempt_owner on store_resource_attempt (owner_id, id)',
];

const runs = [
  `create table listing_run (
    run_id uuid primary key references run (id) on delete cascade,
    ${owner},
    undoes uuid references run (id) on delete set null,
    action text not null default 'list',
    options jsonb not null,
    dry boolean not null
  )`,
  'create index listing_run_undoes on listing_run (undoes) where undoes is not null',

  // What is still to be written of a run's products. The row is deleted once all of them are written.
  `create table listing_preparation (
    run_id uuid primary key references run (id) on delete cascade,
    ${owner},
    source jsonb not null,
    totals jsonb not null,
    after uuid,
    products integer not null default 0,
    mark text,
    expected jsonb,
    fault jsonb
  )`,
  'create index listing_preparation_owner on listing_preparation (owner_id)',

  // The part of a run that goes to one store. `passed_causes`: the causes of rejection that a user lets it pass.
  `create table listing_store_job (
    ${run},
    ${shop},
    ${store},
    ${owner},
    state text not null default 'waiting',
    fault jsonb,
    passed_causes jsonb not null default '[]',
    per_second real,
    limit_used integer,
    seconds_left real,
    certificate jsonb,
    goes_on_at timestamptz,
    primary key (run_id, shop_id)
  )`,
  'create index listing_lane_shop on listing_store_job (shop_id, state)',
  // Notifies as soon as a store job pauses because its store rejects product after product for one cause.
  `create function notify_of_rejections() returns trigger language plpgsql as $$
    begin
      insert into notification_due (owner_id, user_ids, event, subject, params, link)
      select new.owner_id, case when run.created_by is null then null else array[run.created_by] end,
        'store-rejects-similar', new.run_id || ' ' || new.shop_id,
        jsonb_build_object('state', 'held', 'store', new.fault -> 'params' -> 'store', 'count', new.fault -> 'params' -> 'count',
          'reason', new.fault -> 'params' -> 'reason'),
        '/profile/basic/' || new.run_id
      from run where run.id = new.run_id and run.owner_id = new.owner_id;
      return null;
    end
  $$`,
  `create trigger notify_of_rejections after update of state on listing_store_job for each row
    when (old.state is distinct from new.state and new.state = 'held'
      and new.fault ->> 'code' = 'listing.fails-similar')
    execute function notify_of_rejections()`,

  // One product of a run in one store. `cause`: what it was rejected for; `answered`: whether the store itself rejected it. `undo_group` and
  // `reason`: the outcome in a run that undoes another.
  `create table listing_item (
    id uuid primary key,
    ${owner},
    ${run},
    ${shop},
    ${store},
    product_id uuid not null,
    listing_id uuid references listing (id) on delete set null,
    position integer not null,
    title text not null,
    revision integer not null,
    state text not null default 'waiting',
    fault jsonb,
    field text,
    cause text,
    answered boolean not null default false,
    notes jsonb,
    undo_group text,
    reason text,
    at timestamptz,
    unique (run_id, shop_id, product_id)
  )`,
  'create index listing_item_run on listing_item (run_id, position)',
  'create index listing_item_state on listing_item (run_id, shop_id, state, position)',
  'create index listing_item_listing on listing_item (listing_id)',
  // Whether a product is on its way to a store.
  `create index listing_item_open on listing_item (product_id)
    where state in ('waiting', 'intended', 'sent', 'unsure')`,
  // Figures of days.
  `create index listing_item_decided on listing_item (owner_id, at) include (store_id, state)
    where listing_id is not null`,
  `create index listing_item_refused on listing_item (owner_id, at)
    where listing_id is not null and state in ('refused', 'conflict')`,

  // Totals over all merchants, for administrators: by platform, without an id or a name.
  `create view store_channel_total as
    select shop.platform, count(*)::integer as channels, count(*) filter (where store_job.state = 'held')::integer as held,
      coalesce(sum(store_job.per_second) filter (where store_job.state = 'running'), 0)::float8 as per_second,
      coalesce(sum((select count(*) from listing_item as item
        where item.run_id = store_job.run_id and item.shop_id = store_job.shop_id and item.state = 'waiting')), 0)::integer as waiting
    from listing_store_job as store_job join shop on shop.id = store_job.shop_id join run on run.id = store_job.run_id
    where run.state not in ('complete', 'partial', 'failed', 'cancelled')
      and store_job.state in ('waiting', 'running', 'held')
    group by shop.platform offset 0`,
];

const turns = [
  // The time counted in a shop. `quiet_until_ms`: the counted time before which nothing is sent to the shop, since our database was restored
  // to an older one. `held_by_attempt` holds that store alone: what one merchant's store reports holds no other.
  `create table shop_turn (
    shop_id uuid primary key references shop (id) on delete cascade,
    ${owner},
    held_by_attempt uuid,
    token uuid not null,
    counted_ms bigint not null default 0,
    quiet_until_ms bigint not null default 0,
    known_until_ms bigint not null default 0
  )`,
];

const checks = [
  // Stores of all merchants in which a write is in doubt or an after-check is due, whatever became of its run: with the newest run of the
  // store, by which its work is opened again. Without stores that are held or have an open run, which makes the checks itself.
  `create view owed_check as
    select store_job.owner_id, store_job.shop_id, store_job.run_id
    from (
      select distinct on (shop_id) listing_store_job.owner_id, shop_id, listing_store_job.run_id
      from listing_store_job join listing_run on listing_run.run_id = listing_store_job.run_id
      where not listing_run.dry
      order by shop_id, listing_store_job.run_id desc
    ) as store_job
    join run on run.id = store_job.run_id
    join shop_turn on shop_turn.shop_id = store_job.shop_id and shop_turn.held_by_attempt is null
    where run.state in ('complete', 'partial', 'failed', 'cancelled')
      and not exists (select from installation where held_at is not null)
      and exists (
        select from store where store.shop_id = store_job.shop_id and store.removed_at is null and store.state <> 'lost'
      )
      and (
        exists (select from listing where listing.shop_id = store_job.shop_id and check_due)
        or exists (select from listing where listing.shop_id = store_job.shop_id and open_attempt is not null)
        or exists (select from store_resource_attempt where store_resource_attempt.shop_id = store_job.shop_id and outcome = 'open')
      )
    offset 0`,
];
