import { type Kysely, sql } from 'kysely';

/** Collecting, products with their history, and export files. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const rows = ownedTables.flatMap((table) => [
    `alter table ${table} enable row level security`,
    `create policy ${table}_owner on ${table} using (owner_id = ${currentOwner})`,
  ]);
  for (const statement of [...tables, ...indexes, ...rows, ...ownViews]) {
    await sql.raw(statement).execute(db);
  }
}

const currentOwner = `nullif(current_setting('app.owner', true), '')::uuid`;

const ownedTables = [
  'collect_run',
  'collect_batch',
  'collected',
  'collected_version',
  'collect_skip',
  'category',
  'product',
  'edit_set',
  'product_change',
  'export_file',
];

const owner = 'owner_id uuid not null references owner (id) on delete cascade';
const run = 'run_id uuid not null references run (id) on delete cascade';

const tables = [
  `create table collect_run (
    run_id uuid primary key references run (id) on delete cascade,
    ${owner},
    platform text not null,
    shop text not null,
    scope text not null,
    addresses jsonb not null,
    pace_ms integer,
    got integer not null default 0,
    unchanged integer not null default 0,
    skipped integer not null default 0,
    variants integer not null default 0,
    pictures integer not null default 0,
    requests integer not null default 0,
    promised jsonb not null,
    slices jsonb not null,
    ways jsonb not null,
    checkpoint jsonb,
    certificate jsonb
  )`,
  `create table collect_batch (
    ${run},
    seq integer not null,
    ${owner},
    source_ids text[] not null,
    primary key (run_id, seq)
  )`,
  `create table collected (
    id uuid primary key,
    ${owner},
    platform text not null,
    shop text not null,
    source_id text not null,
    url text not null,
    title text not null,
    title_order text collate "C" not null,
    content json not null,
    content_hash text not null,
    ways jsonb not null default '{}',
    price_min numeric,
    price_max numeric,
    currency text,
    variant_count integer not null,
    picture_count integer not null,
    picture_url text,
    category text,
    fingerprint text not null,
    search text not null,
    bigrams text[] not null,
    first_run_id uuid,
    last_run_id uuid,
    times_seen integer not null default 1,
    collected_at timestamptz not null default now(),
    changed_at timestamptz not null default now(),
    product_id uuid
  )`,
  `create table collected_version (
    id uuid primary key,
    ${owner},
    collected_id uuid not null references collected (id) on delete cascade,
    run_id uuid,
    content json not null,
    content_hash text not null,
    at timestamptz not null default now()
  )`,
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
  `create table category (
    ${owner},
    platform text not null,
    shop text not null,
    tree jsonb not null,
    read_at timestamptz not null default now(),
    primary key (owner_id, platform, shop)
  )`,
  `create table product (
    id uuid primary key,
    ${owner},
    revision integer not null default 1,
    content jsonb not null,
    title text not null,
    title_order text collate "C" not null,
    handle text not null,
    status text not null,
    sku text,
    variant_count integer not null,
    picture_count integer not null,
    picture_url text,
    price numeric not null,
    price_max numeric not null,
    currency text,
    margin integer,
    stock integer,
    stock_order integer not null generated always as (coalesce(stock, -2147483648)) stored,
    category text,
    categories text[] not null,
    tags text[] not null,
    vendor text,
    platform text,
    source_host text,
    search text not null,
    bigrams text[] not null,
    fingerprint text not null,
    collected_id uuid references collected (id) on delete set null,
    collect_run_id uuid,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now()
  )`,
  'alter table collected add foreign key (product_id) references product (id) on delete set null',
  `create table edit_set (
    id uuid primary key,
    ${owner},
    at timestamptz not null default now(),
    user_id uuid references "user" (id) on delete set null,
    run_id uuid,
    kind text not null check (kind in ('claimed', 'created', 'edited', 'undone')),
    edits jsonb not null,
    undone_at timestamptz
  )`,
  `create table product_change (
    id uuid primary key,
    ${owner},
    product_id uuid not null references product (id) on delete cascade,
    edit_set_id uuid not null references edit_set (id) on delete cascade,
    revision integer not null,
    fields jsonb not null,
    at timestamptz not null default now(),
    undone boolean not null default false
  )`,
  `create table export_file (
    id uuid primary key,
    ${owner},
    ${run},
    name text not null,
    format text not null,
    products integer not null,
    rows integer not null,
    bytes bigint not null,
    sha256 text not null,
    created_at timestamptz not null default now()
  )`,
];

const indexes = [
  'create index collect_run_owner on collect_run (owner_id)',
  'create index collect_batch_owner on collect_batch (owner_id)',
  'create unique index collected_source on collected (owner_id, platform, shop, source_id)',
  'create index collected_newest on collected (owner_id, collected_at, id)',
  'create index collected_alike on collected (owner_id, fingerprint)',
  'create index collected_product on collected (product_id) where product_id is not null',
  'create index collected_search on collected using gin (search gin_trgm_ops, array_to_tsvector(bigrams))',
  'create index collected_version_of on collected_version (collected_id)',
  'create index collect_skip_owner on collect_skip (owner_id, id)',
  'create index collect_skip_run on collect_skip (run_id, id)',

  'create index product_owner on product (owner_id, id)',
  'create index product_updated on product (owner_id, updated_at, id)',
  'create index product_created on product (owner_id, created_at, id)',
  'create index product_title on product (owner_id, title_order, id)',
  'create index product_price on product (owner_id, price, id)',
  'create index product_stock on product (owner_id, stock_order, id)',
  'create index product_alike on product (owner_id, fingerprint)',
  'create index product_collect_run on product (collect_run_id) where collect_run_id is not null',
  'create unique index product_collected on product (collected_id) where collected_id is not null',
  'create index product_search on product using gin (search gin_trgm_ops, array_to_tsvector(bigrams), tags)',
  'create index product_change_product on product_change (product_id, id)',
  'create index product_change_set on product_change (edit_set_id)',
  'create index edit_set_owner on edit_set (owner_id, id)',
  'create unique index edit_set_run on edit_set (run_id) where run_id is not null',
  'create index export_file_owner on export_file (owner_id, id)',
  'create unique index export_file_run on export_file (run_id)',
];

/**
 * Under row-level security PostgreSQL uses an index only for operators that can tell nothing of a stranger's row in an
 * error, and neither LIKE nor @> nor a comparison of numerics is one. A view of the same rows by the same condition
 * has no such rule. It opens nothing: who can run a statement as the program can also name another owner.
 * See docs/decisions/0003-search-under-row-level-security.md.
 */
const ownViews = ['product', 'collected'].map(
  (table) =>
    `create view own_${table} as select * from ${table} where owner_id = ${currentOwner} with check option`,
);
