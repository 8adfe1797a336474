import type { Kysely } from 'kysely';
import { closedToOthers, currentOwner, execute, owner } from './statements.ts';

/** What the product list is filtered and sorted by; groups and marks of the team; saved views and table columns. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await execute(db, [
    ...marks,
    ...products,
    ...orders,
    ...saved,
    ...closedToOthers('product_group', 'team_mark', 'saved_item', 'table_look'),
  ]);
}

const marks = [
  `create table product_group (
    id uuid primary key,
    ${owner},
    name text not null,
    created_at timestamptz not null default now()
  )`,
  'create unique index product_group_name on product_group (owner_id, lower(name))',

  // Apart from the product: marking a hundred thousand of them writes none of their contents and indexes, and waits for nobody who edits.
  `create table team_mark (
    product_id uuid primary key references stored_product (id) on delete cascade,
    ${owner},
    group_id uuid references product_group (id) on delete set null,
    colour text,
    assignee_id uuid references "user" (id) on delete set null,
    note text,
    user_id uuid references "user" (id) on delete set null,
    at timestamptz not null default now()
  )`,
  'create index team_mark_group on team_mark (owner_id, group_id, product_id)',
  'create index team_mark_colour on team_mark (owner_id, colour, product_id)',
  'create index team_mark_assignee on team_mark (owner_id, assignee_id, product_id)',
  'create index team_mark_noted on team_mark (owner_id, product_id) where note is not null',
  'insert into team_mark (product_id, owner_id, note) select id, owner_id, note from stored_product where note is not null',
];

const products = [
  'drop view own_product',
  'drop view product',
  'alter table stored_product drop column note',
  `alter table stored_product add column compare_at numeric, add column cost numeric,
    add column product_type text, add column collected_at timestamptz`,
  'create view product with (security_invoker = true) as select * from stored_product where binned_at is null',
  `create view own_product as
    select * from stored_product where owner_id = ${currentOwner} and binned_at is null with check option`,
  `update stored_product set
    compare_at = (
      select min((variant ->> 'compareAtPrice')::numeric) from jsonb_array_elements(content -> 'variants') as variant
    ),
    cost = (select min((variant ->> 'cost')::numeric) from jsonb_array_elements(content -> 'variants') as variant),
    product_type = left(content ->> 'productType', 255),
    vendor = left(vendor, 255),
    collected_at = (select collected.collected_at from collected where collected.id = stored_product.collected_id)`,
];

// Of expressions without null, so that a page can begin behind any row. A text is compared by its bytes on every machine.
const orders = [
  "create index product_collected_at on stored_product (owner_id, coalesce(collected_at, '-infinity'::timestamptz), id) where binned_at is null",
  'create index product_compare_at on stored_product (owner_id, coalesce(compare_at, -1), id) where binned_at is null',
  'create index product_cost on stored_product (owner_id, coalesce(cost, -1), id) where binned_at is null',
  "create index product_margin on stored_product (owner_id, coalesce(margin, '-2147483648'::integer), id) where binned_at is null",
  'create index product_variants on stored_product (owner_id, variant_count, id) where binned_at is null',
  'create index product_images on stored_product (owner_id, image_count, id) where binned_at is null',
  ...['status', 'platform', 'source_host', 'vendor', 'product_type', 'category'].map(
    (column) =>
      `create index product_by_${column} on stored_product (owner_id, (coalesce(${column}, '') collate "C"), id) where binned_at is null`,
  ),
  'create index product_categories on stored_product using gin (categories) where binned_at is null',
];

const saved = [
  `create table saved_item (
    id uuid primary key,
    ${owner},
    user_id uuid references "user" (id) on delete set null,
    kind text not null,
    name text not null,
    shared boolean not null,
    content jsonb not null,
    updated_at timestamptz not null default now()
  )`,
  'create unique index saved_item_name on saved_item (user_id, kind, lower(name))',
  'create index saved_item_owner on saved_item (owner_id, kind)',
  `create table table_look (
    user_id uuid not null references "user" (id) on delete cascade,
    name text not null,
    ${owner},
    look jsonb not null,
    primary key (user_id, name)
  )`,
  'create index table_look_owner on table_look (owner_id)',
];
