import { type Kysely, sql } from 'kysely';

/** Shops, the merchant's connections to them, and the ledger of what was listed where. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) {
    await sql.raw(statement).execute(db);
  }
  for (const table of ownedTables) {
    await sql.raw(`alter table ${table} enable row level security`).execute(db);
    await sql
      .raw(
        `create policy ${table}_owner on ${table} using (owner_id = nullif(current_setting('app.owner', true), '')::uuid)`,
      )
      .execute(db);
  }
}

const ownedTables = [
  'shop',
  'store',
  'listing',
  'listing_attempt',
  'listing_run',
  'listing_lane',
  'listing_item',
  'shop_turn',
];

const statements = [
  `create table shop (
    id uuid primary key,
    owner_id uuid not null references owner (id) on delete cascade,
    platform text not null,
    identity text not null,
    name text not null,
    currency text,
    time_zone text,
    maximum_variants integer not null,
    maximum_options integer not null,
    capabilities jsonb,
    throttle jsonb,
    created_at timestamptz not null default now(),
    unique (owner_id, platform, identity)
  )`,

  `create table store (
    id uuid primary key,
    owner_id uuid not null references owner (id) on delete cascade,
    shop_id uuid not null references shop (id) on delete cascade,
    name text not null,
    domain text not null,
    connection text not null,
    credentials bytea,
    secret_ending text,
    renewed bytea,
    renewed_until timestamptz,
    state text not null,
    fault jsonb,
    rights jsonb not null,
    practice boolean not null default false,
    checked_at timestamptz,
    created_at timestamptz not null default now(),
    removed_at timestamptz
  )`,
  `create unique index store_of_shop on store (shop_id) where removed_at is null`,
  `create index store_owner on store (owner_id)`,

  `create table listing (
    id uuid primary key,
    owner_id uuid not null references owner (id) on delete cascade,
    product_id uuid not null,
    shop_id uuid not null references shop (id) on delete cascade,
    generation integer not null default 1,
    key text not null,
    state text not null,
    token uuid not null,
    open_attempt uuid,
    store_product_id text,
    address text,
    created_by_us boolean not null default false,
    published boolean not null default false,
    wanted_revision integer not null,
    listed_revision integer,
    listed_attempt uuid,
    sent_hash text,
    listed_hash text,
    seen_hash text,
    check_due boolean not null default false,
    check_at_ms bigint,
    unhealed boolean not null default false,
    fault jsonb,
    field text,
    updated_at timestamptz not null default now(),
    unique (product_id, shop_id)
  )`,
  `create index listing_shop_state on listing (shop_id, state)`,
  `create index listing_key on listing (shop_id, key)`,
  `create index listing_check on listing (shop_id, check_at_ms) where check_due`,
  `create index listing_owner_state on listing (owner_id, state)`,

  `create table listing_attempt (
    id uuid primary key,
    owner_id uuid not null references owner (id) on delete cascade,
    listing_id uuid not null references listing (id) on delete cascade,
    kind text not null,
    generation integer not null,
    revision integer not null,
    hash text,
    options jsonb not null,
    body jsonb,
    target text,
    request_id uuid not null,
    line integer not null,
    intended_at timestamptz not null,
    waited_ms bigint not null default 0,
    fate text not null default 'open',
    answer jsonb,
    answered_at timestamptz
  )`,
  `create index listing_attempt_listing on listing_attempt (listing_id, id)`,

  `create table listing_run (
    run_id uuid primary key references run (id) on delete cascade,
    owner_id uuid not null references owner (id) on delete cascade,
    options jsonb not null,
    dry boolean not null
  )`,

  `create table listing_lane (
    run_id uuid not null references run (id) on delete cascade,
    shop_id uuid not null references shop (id) on delete cascade,
    store_id uuid not null references store (id) on delete cascade,
    owner_id uuid not null references owner (id) on delete cascade,
    state text not null default 'waiting',
    fault jsonb,
    per_second real,
    limit_used integer,
    seconds_left real,
    goes_on_at timestamptz,
    certificate jsonb,
    primary key (run_id, shop_id)
  )`,
  `create index listing_lane_shop on listing_lane (shop_id, state)`,

  `create table listing_item (
    id uuid primary key,
    run_id uuid not null references run (id) on delete cascade,
    owner_id uuid not null references owner (id) on delete cascade,
    shop_id uuid not null references shop (id) on delete cascade,
    store_id uuid not null references store (id) on delete cascade,
    product_id uuid not null,
    listing_id uuid references listing (id) on delete set null,
    position integer not null,
    title text not null,
    revision integer not null,
    state text not null default 'waiting',
    fault jsonb,
    field text,
    notes jsonb,
    at timestamptz,
    unique (run_id, shop_id, product_id)
  )`,
  `create index listing_item_run on listing_item (run_id, position)`,
  `create index listing_item_state on listing_item (run_id, shop_id, state, position)`,
  `create index listing_item_listing on listing_item (listing_id)`,

  `create table shop_turn (
    shop_id uuid primary key references shop (id) on delete cascade,
    owner_id uuid not null references owner (id) on delete cascade,
    token uuid not null,
    counted_ms bigint not null default 0
  )`,
];
