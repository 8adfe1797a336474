import type { Kysely } from 'kysely';
import { closedToOthers, currentOwner, execute, owner } from './statements.ts';

/** Access to sources, collecting runs, collected products and which of them are similar, and what browser plugins delivered. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await execute(db, [...sources, ...runs, ...collected, ...similar, ...plugin, ...closedToOthers(...owned)]);
}

const owned = [
  'source_access',
  'category',
  'collect_run',
  'collect_batch',
  'collect_skip',
  'collected',
  'collected_version',
  'similarity',
  'similarity_key',
  'unlikened',
  'plugin_delivery',
];

const run = 'run_id uuid not null references run (id) on delete cascade';

const sources = [
  `create table source_access (
    id uuid primary key,
    ${owner},
    platform text not null,
    connection text not null,
    name text not null,
    shop text,
    credentials bytea not null,
    shown jsonb not null,
    state text not null check (state in ('works', 'refused', 'unchecked')),
    fault jsonb,
    created_at timestamptz not null default now(),
    checked_at timestamptz,
    last_used_at timestamptz,
    renewed_at timestamptz,
    renewing_until timestamptz,
    expires_at timestamptz
  )`,
  'create index source_access_owner on source_access (owner_id, platform)',

  `create table category (
    ${owner},
    platform text not null,
    shop text not null,
    tree jsonb not null,
    read_at timestamptz not null default now(),
    primary key (owner_id, platform, shop)
  )`,

  // What readers usually find, of the whole installation and of no merchant. A shop is only a keyed hash, '' for the platform as a whole.
  `create table reader_baseline (
    platform text not null,
    way text not null,
    shop text not null,
    fields jsonb not null,
    runs integer not null,
    updated_at timestamptz not null default now(),
    primary key (platform, way, shop)
  )`,
  `create table reader_drift (
    id uuid primary key,
    platform text not null,
    way text not null,
    shop text not null,
    field text not null,
    known_by text not null check (known_by in ('shop', 'platform', 'doubt')),
    before real not null,
    now real not null,
    runs integer not null default 1,
    opened_at timestamptz not null default now(),
    seen_at timestamptz not null default now(),
    closed_at timestamptz
  )`,
  'create unique index reader_drift_open on reader_drift (platform, way, shop, field) where closed_at is null',
];

const runs = [
  // `found`: what the run's reader found, field by field. `drift`: which fields it no longer finds.
  `create table collect_run (
    run_id uuid primary key references run (id) on delete cascade,
    ${owner},
    platform text not null,
    shop text not null,
    scope text not null,
    addresses jsonb not null,
    pace_ms integer,
    with_stock boolean not null default false,
    got integer not null default 0,
    unchanged integer not null default 0,
    skipped integer not null default 0,
    variants integer not null default 0,
    images integer not null default 0,
    requests integer not null default 0,
    promised jsonb not null,
    slices jsonb not null,
    ways jsonb not null,
    found jsonb not null default '{}',
    drift jsonb not null default '[]',
    checkpoint jsonb,
    certificate jsonb
  )`,
  'create index collect_run_owner on collect_run (owner_id)',

  // Figures of days are counted from rows that stay when products are deleted: from these, from `collect_skip` and from `edit_figure`. See
  // docs/decisions/0006-figures-of-days.md.
  `create table collect_batch (
    ${run},
    seq integer not null,
    ${owner},
    source_ids text[] not null,
    got integer not null generated always as (cardinality(source_ids)) stored,
    at timestamptz not null default now(),
    primary key (run_id, seq)
  )`,
  'create index collect_batch_owner on collect_batch (owner_id)',
  'create index collect_batch_at on collect_batch (owner_id, at) include (run_id, got)',

  `create table collect_skip (
    id uuid primary key,
    ${owner},
    ${run},
    platform text not null,
    address text not null,
    code text not null,
    params jsonb not null,
    at timestamptz not null default now()
  )`,
  'create index collect_skip_owner on collect_skip (owner_id, id)',
  'create index collect_skip_run on collect_skip (run_id, id)',
  'create index collect_skip_at on collect_skip (owner_id, at) include (run_id, code)',

  // Totals over all merchants, for administrators: by platform, without an id or a name.
  `create view source_channel_total as
    select collect_run.platform, count(*)::integer as channels, count(*) filter (where run.state = 'held')::integer as held,
      coalesce(sum((select sum(got) from collect_batch as batch
        where batch.owner_id = run.owner_id and batch.run_id = run.id
          and batch.at > now() - interval '120 seconds')), 0)::float8 / 120 as per_second,
      coalesce(sum(greatest(0, run.total - run.done - run.failed)), 0)::integer as waiting
    from run join collect_run on collect_run.run_id = run.id
    where run.state not in ('complete', 'partial', 'failed', 'cancelled')
    group by collect_run.platform offset 0`,
];

const collected = [
  // `product_id` references `product`, which is created after it.
  `create table collected (
    id uuid primary key,
    ${owner},
    platform text not null,
    shop text not null,
    source_id text not null,
    product_id uuid,
    first_run_id uuid,
    last_run_id uuid,
    url text not null,
    title text not null,
    title_order text collate "C" not null,
    content json not null,
    content_hash text not null,
    ways jsonb not null default '{}',
    traits text[] not null default '{}',
    price_min numeric,
    price_max numeric,
    currency text,
    variant_count integer not null,
    image_count integer not null,
    image_url text,
    category text,
    fingerprint text not null,
    search text not null,
    bigrams text[] not null,
    times_seen integer not null default 1,
    collected_at timestamptz not null default now(),
    changed_at timestamptz not null default now()
  )`,
  'create unique index collected_source on collected (owner_id, platform, shop, source_id)',
  'create index collected_newest on collected (owner_id, collected_at, id)',
  'create index collected_similar on collected (owner_id, fingerprint)',
  'create index collected_product on collected (product_id) where product_id is not null',
  // What a run changed of products in use is found by the run alone: a run that only brought new products costs nothing.
  'create index collected_claimed_run on collected (last_run_id) where product_id is not null',
  'create index collected_claimed on collected (owner_id, platform, shop) where product_id is not null',
  // For "is this page collected already". A hash index holds addresses of any length.
  'create index collected_url on collected using hash (url)',
  'create index collected_search on collected using gin (search gin_trgm_ops, array_to_tsvector(bigrams))',
  // With a short pending list: each search reads that list to its end.
  'create index collected_traits on collected using gin (traits) with (gin_pending_list_limit = 1024)',

  `create table collected_version (
    id uuid primary key,
    ${owner},
    collected_id uuid not null references collected (id) on delete cascade,
    run_id uuid,
    content json not null,
    content_hash text not null,
    at timestamptz not null default now()
  )`,
  'create index collected_version_of on collected_version (collected_id)',

  // For searching, as `own_product` is; see there.
  `create view own_collected as select * from collected where owner_id = ${currentOwner} with check option`,
];

const similar = [
  `create table similarity (
    collected_id uuid primary key references collected (id) on delete cascade,
    ${owner},
    group_id uuid not null,
    reason text not null check (reason in ('source', 'title-image', 'image', 'title', 'similar-title')),
    kept boolean not null default false
  )`,
  'create index similarity_group on similarity (owner_id, group_id) include (kept)',
  // Products that may be similar find each other by these keys. There are about eight for each product, and checking a foreign key for each
  // takes longer than all other work, so a trigger deletes them instead.
  `create table similarity_key (
    owner_id uuid not null,
    key text collate "C" not null,
    collected_id uuid not null,
    primary key (owner_id, key, collected_id)
  )`,
  'create index similarity_key_of on similarity_key (collected_id)',
  `create function forget_similarity() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
    begin
      delete from similarity_key using gone where similarity_key.collected_id = gone.id;
      return null;
    end
  $$`,
  `create trigger collected_gone after delete on collected referencing old table as gone
    for each statement execute function forget_similarity()`,
  // Similar products are searched for after products were saved, so that saving waits for nothing. A table of its own: a mark in `collected`
  // would write all indexes of that row again.
  `create table unlikened (
    owner_id uuid not null,
    collected_id uuid not null,
    primary key (owner_id, collected_id)
  )`,
];

const plugin = [
  `create table plugin_delivery (
    ${owner},
    id uuid not null,
    ${run},
    token_id uuid,
    platform text not null,
    shop text not null,
    answer jsonb not null,
    at timestamptz not null default now(),
    primary key (owner_id, id)
  )`,
  'create index plugin_delivery_newest on plugin_delivery (owner_id, at)',
  'create index plugin_delivery_run on plugin_delivery (run_id)',
];
