import type { Kysely } from 'kysely';
import { closedToOthers, execute, forProgramOnly, owner } from './statements.ts';

/** Rules for listing, shops and the connections to them, categories of stores, and images in the libraries of stores. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await execute(db, [...rules, ...stores, ...categories, ...images, ...closedToOthers(...owned)]);
}

const owned = [
  'store_rules',
  'risk_settings',
  'shop',
  'store',
  'store_grant',
  'category_memory',
  'store_category_tree',
  'store_category_choice',
  'shop_image',
];

const rules = [
  // How products are changed on their way to a store.
  `create table store_rules (
    id uuid primary key,
    ${owner},
    name text not null,
    content jsonb not null,
    revision integer not null default 1,
    updated_at timestamptz not null default now()
  )`,
  'create unique index store_rules_name on store_rules (owner_id, lower(name))',

  // What keeps a product from being listed. `margin_unknown_...`: who confirmed products without a known cost, and when.
  `create table risk_settings (
    owner_id uuid primary key references owner (id) on delete cascade,
    content jsonb not null,
    margin_unknown_by uuid references "user" (id) on delete set null,
    margin_unknown_at timestamptz,
    updated_at timestamptz not null default now()
  )`,
];

const stores = [
  // A shop is the permanent identity: two connections to it share its listings and its rules. Rules in use cannot be deleted; deferred, since
  // both go with their merchant. `probed_at`: when a probe showed what the shop makes of a key that it has seen before.
  `create table shop (
    id uuid primary key,
    ${owner},
    rules_id uuid references store_rules (id) deferrable initially deferred,
    platform text not null,
    identity text not null,
    name text not null,
    currency text,
    time_zone text,
    maximum_variants integer not null,
    maximum_options integer not null,
    capabilities jsonb,
    throttle jsonb,
    careful boolean not null default false,
    created_at timestamptz not null default now(),
    probed_at timestamptz,
    probing_until timestamptz,
    unique (owner_id, platform, identity)
  )`,
  'create index shop_rules on shop (rules_id) where rules_id is not null',

  `create table store (
    id uuid primary key,
    ${owner},
    shop_id uuid not null references shop (id) on delete cascade,
    name text not null,
    domain text not null,
    connection text not null,
    credentials bytea,
    secret_ending text,
    renewed bytea,
    state text not null,
    fault jsonb,
    rights jsonb not null,
    practice boolean not null default false,
    created_at timestamptz not null default now(),
    checked_at timestamptz,
    renewed_until timestamptz,
    renewing_until timestamptz,
    removed_at timestamptz
  )`,
  'create unique index store_of_shop on store (shop_id) where removed_at is null',
  'create index store_owner on store (owner_id)',
  `create function notify_of_store() returns trigger language plpgsql as $$
    begin
      insert into notification_due (owner_id, event, subject, params, link) values (
        new.owner_id, 'store-access-lost', new.id::text,
        jsonb_build_object('store', new.name, 'state', new.state), '/list/card');
      return null;
    end
  $$`,
  `create trigger notify_of_store after update of state on store for each row
    when (new.removed_at is null and old.state = 'ready' and new.state in ('lost', 'rights-missing'))
    execute function notify_of_store()`,

  // Who was sent to a shop to grant our app access, until they are back.
  `create table store_grant (
    state_hash bytea primary key,
    ${owner},
    user_id uuid not null references "user" (id) on delete cascade,
    store_id uuid references store (id) on delete cascade,
    platform text not null,
    name text not null,
    domain text not null,
    connection text not null,
    credentials bytea not null,
    returns_to text not null,
    ends_at timestamptz not null
  )`,
  'create index store_grant_owner on store_grant (owner_id, ends_at)',
  // Deletes, for all merchants, those who did not come back in time, with the sealed credentials kept for them; as `forget_old` does.
  `create function forget_ended_grants() returns bigint
    language sql volatile security definer set search_path = public, pg_temp as $$
      with ended as (delete from store_grant where ends_at < now() returning 1)
      select count(*) from ended
    $$`,
  ...forProgramOnly('forget_ended_grants()'),
];

const categories = [
  // Which category was chosen for which before, in any store.
  `create table category_memory (
    ${owner},
    from_key text not null,
    to_key text not null,
    from_path jsonb not null,
    to_path jsonb not null,
    chosen_at timestamptz not null default now(),
    primary key (owner_id, from_key, to_key)
  )`,

  // A tree is always read and replaced as a whole: one row for each shop.
  `create table store_category_tree (
    shop_id uuid primary key references shop (id) on delete cascade,
    ${owner},
    reading_id uuid,
    categories jsonb not null default '[]',
    is_complete boolean not null default true,
    read_count integer not null default 0,
    failure jsonb,
    read_at timestamptz,
    reading_since timestamptz,
    reading_until timestamptz,
    failed_at timestamptz
  )`,
  'create index store_category_tree_owner on store_category_tree (owner_id)',

  // The category of products that have none: `from_key` is that of an empty path.
  `create table store_category_choice (
    shop_id uuid not null references shop (id) on delete cascade,
    ${owner},
    from_key text not null,
    to_key text not null,
    from_path jsonb not null,
    to_path jsonb not null,
    times integer not null default 1,
    chosen_at timestamptz not null default now(),
    primary key (shop_id, from_key, to_key)
  )`,
  'create index store_category_choice_owner on store_category_choice (owner_id)',
];

const images = [
  // Each content once for each shop.
  `create table shop_image (
    shop_id uuid not null references shop (id) on delete cascade,
    ${owner},
    source_url text not null,
    media_id text not null,
    name text not null,
    address text not null,
    at timestamptz not null default now(),
    primary key (shop_id, source_url)
  )`,
  'create index shop_image_name on shop_image (shop_id, name)',
];
