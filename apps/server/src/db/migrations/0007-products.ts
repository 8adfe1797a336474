import type { Kysely } from 'kysely';
import { closedToOthers, currentOwner, execute, owner } from './statements.ts';

/** Products, their edits and history, and figures of edits. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await execute(db, [
    ...products,
    ...edits,
    ...figures,
    ...closedToOthers('product', 'edit_set', 'product_change', 'edit_figure'),
  ]);
}

const products = [
  // The source of a product, what we do not model of it, and its status here are not written to stores.
  `create function listing_digest(content jsonb) returns bigint
    language sql immutable strict parallel safe as $$
      select hashtextextended((content - '{source,extra,status}'::text[])::text, 0)
    $$`,

  // `price` is null where no variant has a price; such products sort before all others. `incomplete` also covers a single variant without a
  // price. `source_hash` and `source_known`: see `merge-source.ts` of the catalogue.
  `create table product (
    id uuid primary key,
    ${owner},
    collected_id uuid references collected (id) on delete set null,
    collect_run_id uuid,
    revision integer not null default 1,
    content jsonb not null,
    digest bigint not null generated always as (listing_digest(content)) stored,
    title text not null,
    title_order text collate "C" not null,
    handle text not null,
    status text not null,
    sku text,
    variant_count integer not null,
    image_count integer not null,
    image_url text,
    price numeric,
    price_max numeric,
    price_order numeric not null generated always as (coalesce(price, -1)) stored,
    currency text,
    margin integer,
    stock integer,
    stock_order integer not null generated always as (coalesce(stock, -2147483648)) stored,
    availability text generated always as (
      case
        when jsonb_path_exists(content, '$.variants[*] ? (@.available == true)') then 'available'
        when jsonb_path_exists(content, '$.variants[*] ? (@.available == false)')
          and not jsonb_path_exists(content, '$.variants[*] ? (@.available == null)') then 'sold-out'
      end
    ) stored,
    incomplete boolean not null generated always as (
      image_count = 0
      or coalesce(price, 0) = 0
      or jsonb_path_exists(content, '$.variants[*] ? (@.price == null)')
      or btrim(coalesce(content ->> 'descriptionHtml', '')) = ''
    ) stored,
    category text,
    categories text[] not null,
    tags text[] not null,
    vendor text,
    platform text,
    source_host text,
    source_hash text,
    source_known jsonb,
    note text,
    search text not null,
    bigrams text[] not null,
    fingerprint text not null,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now()
  )`,
  'alter table collected add foreign key (product_id) references product (id) on delete set null',
  'create index product_owner on product (owner_id, id)',
  'create index product_updated on product (owner_id, updated_at, id)',
  'create index product_created on product (owner_id, created_at, id)',
  'create index product_title on product (owner_id, title_order, id)',
  'create index product_price on product (owner_id, price_order, id)',
  'create index product_stock on product (owner_id, stock_order, id)',
  'create index product_similar on product (owner_id, fingerprint)',
  // All columns that the counts of the work queues read.
  `create index product_queues on product (owner_id, id)
    include (revision, digest, incomplete, status, margin, stock_order, platform)`,
  'create index product_collect_run on product (collect_run_id) where collect_run_id is not null',
  'create unique index product_collected on product (collected_id) where collected_id is not null',
  'create index product_search on product using gin (search gin_trgm_ops, array_to_tsvector(bigrams), tags)',

  // Under row-level security PostgreSQL uses an index only for operators whose errors reveal nothing of another merchant's row. LIKE, @> and
  // the comparison of numerics are none. A view of the same rows by the same condition has no such rule. It opens nothing: whoever can execute
  // a statement as the program can also name another owner. See docs/decisions/0003-search-under-row-level-security.md. A view keeps the
  // columns that its table had when it was created: a migration that adds a column creates it again.
  `create view own_product as select * from product where owner_id = ${currentOwner} with check option`,
];

const edits = [
  `create table edit_set (
    id uuid primary key,
    ${owner},
    user_id uuid references "user" (id) on delete set null,
    run_id uuid,
    kind text not null check (kind in ('claimed', 'created', 'edited', 'undone', 'followed', 'store')),
    edits jsonb not null,
    at timestamptz not null default now(),
    undone_at timestamptz
  )`,
  'create index edit_set_owner on edit_set (owner_id, id)',
  'create unique index edit_set_run on edit_set (run_id) where run_id is not null',

  `create table product_change (
    id uuid primary key,
    ${owner},
    product_id uuid not null references product (id) on delete cascade,
    edit_set_id uuid not null references edit_set (id) on delete cascade,
    revision integer not null,
    fields jsonb not null,
    undone boolean not null default false,
    at timestamptz not null default now()
  )`,
  'create index product_change_product on product_change (product_id, id)',
  'create index product_change_set on product_change (edit_set_id)',
];

const figures = [
  // Edits are counted as they are written, since the history of a product is deleted with the product.
  `create table edit_figure (
    edit_set_id uuid not null references edit_set (id) on delete cascade,
    ${owner},
    platform text not null,
    source_host text not null,
    products integer not null,
    at timestamptz not null,
    primary key (edit_set_id, platform, source_host)
  )`,
  'create index edit_figure_at on edit_figure (owner_id, at) include (platform, source_host, products)',
  `create function edits_counted() returns trigger language plpgsql as $$
    begin
      insert into edit_figure (edit_set_id, owner_id, at, platform, source_host, products)
      select edit_set.id, edit_set.owner_id, edit_set.at, coalesce(product.platform, ''),
        coalesce(product.source_host, ''), count(*)
      from written join edit_set on edit_set.id = written.edit_set_id join product on product.id = written.product_id
      where edit_set.kind = 'edited'
      group by 1, 2, 3, 4, 5
      on conflict (edit_set_id, platform, source_host)
        do update set products = edit_figure.products + excluded.products;
      return null;
    end
  $$`,
  `create trigger edits_counted after insert on product_change
    referencing new table as written for each statement execute function edits_counted()`,
];
