import { type Kysely, sql } from 'kysely';

/** Merging what was read again into products, watches of sources, and what they told. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const rows = ownedTables.flatMap((table) => [
    `alter table ${table} enable row level security`,
    `create policy ${table}_owner on ${table} using (owner_id = ${currentOwner})`,
  ]);
  for (const statement of [...statements, ...rows]) {
    await sql.raw(statement).execute(db);
  }
}

const currentOwner = `nullif(current_setting('app.owner', true), '')::uuid`;

const ownedTables = [
  'recollect_run',
  'merge_question',
  'merge_decided',
  'merge_rule',
  'watch',
  'source_alert',
];

const owner = 'owner_id uuid not null references owner (id) on delete cascade';
const run = 'run_id uuid not null references run (id) on delete cascade';
const product = 'product_id uuid not null references product (id) on delete cascade';
const question = `
    collected_id uuid not null references collected (id) on delete cascade,
    fields jsonb not null,
    base jsonb not null,
    before jsonb not null,
    before_at timestamptz not null`;

const statements: string[] = [
  // Which reading a product holds, and what is known of it beside itself; see merge-source.ts of the catalogue.
  'alter table product add source_hash text, add source_known jsonb',
  `update product set source_hash = (
    select content_hash from (
      select content_hash, at from collected_version where collected_id = product.collected_id
      union all select content_hash, changed_at from collected where id = product.collected_id
    ) as reading
    order by at > product.created_at, case when at > product.created_at then at end, at desc limit 1
  ) where collected_id is not null`,
  `create or replace view own_product as select * from product where owner_id = ${currentOwner} with check option`,

  // What a run changed of claimed products is found by the run alone: one that only brought new ones costs nothing.
  'create index collected_claimed_run on collected (last_run_id) where product_id is not null',
  'create index collected_claimed on collected (owner_id, platform, shop) where product_id is not null',

  'alter table edit_set drop constraint edit_set_kind_check',
  `alter table edit_set add constraint edit_set_kind_check
    check (kind in ('claimed', 'created', 'edited', 'undone', 'followed'))`,

  `create table watch (
    id uuid primary key,
    ${owner},
    name text not null,
    platform text not null,
    shop text not null,
    target jsonb not null,
    every_hours integer not null,
    hour integer not null check (hour between 0 and 23),
    time_zone text not null,
    alerts jsonb not null,
    next_at timestamptz,
    last_run_id uuid references run (id) on delete set null,
    fault jsonb,
    created_by uuid references "user" (id) on delete set null,
    created_at timestamptz not null default now()
  )`,
  'create index watch_owner on watch (owner_id, id)',
  // Whose watches are due, for the program that looks after all of them; see 0004.
  'create index watch_due on watch (next_at) where next_at is not null',
  'create view open_watch as select id, owner_id, next_at from watch where next_at is not null offset 0',

  `create table recollect_run (
    run_id uuid primary key references run (id) on delete cascade,
    ${owner},
    watch_id uuid references watch (id) on delete set null,
    alerts jsonb,
    seen integer not null default 0,
    followed integer not null default 0,
    kept integer not null default 0,
    edited integer not null default 0,
    gone integer not null default 0
  )`,
  'create index recollect_run_owner on recollect_run (owner_id)',
  'create index recollect_run_watch on recollect_run (watch_id, run_id) where watch_id is not null',

  `create table merge_question (
    product_id uuid primary key references product (id) on delete cascade,
    ${owner},
    ${run},
    ${question},
    at timestamptz not null default now()
  )`,
  'create index merge_question_newest on merge_question (owner_id, at desc, product_id desc)',
  'create index merge_question_run on merge_question (run_id)',

  // What a decision answered, so that it is a question again when the decision is taken back.
  `create table merge_decided (
    edit_set_id uuid not null references edit_set (id) on delete cascade,
    ${product},
    ${owner},
    ${run},
    ${question},
    primary key (edit_set_id, product_id)
  )`,

  `create table merge_rule (
    id uuid primary key,
    ${owner},
    field text not null,
    shop text,
    side text not null check (side in ('source', 'mine')),
    created_at timestamptz not null default now(),
    unique nulls not distinct (owner_id, field, shop)
  )`,

  `create table source_alert (
    id uuid primary key,
    ${owner},
    kind text not null check (kind in ('price-down', 'price-up', 'sold-out', 'back', 'gone')),
    ${product},
    title text not null,
    picture_url text,
    platform text not null,
    shop text not null,
    url text not null,
    before text,
    after text,
    currency text,
    watch_id uuid references watch (id) on delete set null,
    ${run},
    told boolean not null default false,
    at timestamptz not null default now(),
    read_at timestamptz,
    unique (run_id, product_id, kind)
  )`,
  'create index source_alert_newest on source_alert (owner_id, id desc)',
  'create index source_alert_unread on source_alert (owner_id, kind) where read_at is null',
  'create index source_alert_product on source_alert (product_id, id)',
];
