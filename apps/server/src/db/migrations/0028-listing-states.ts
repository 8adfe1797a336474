import { type Kysely, sql } from 'kysely';

/**
 * What stores hold now against what was sent to them, what was decided about it, and which stores follow the sources by
 * themselves. A listing run may carry a part of each product only.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const rows = ownedTables.flatMap((table) => [
    `alter table ${table} enable row level security`,
    `create policy ${table}_owner on ${table} using (owner_id = nullif(current_setting('app.owner', true), '')::uuid)`,
  ]);
  for (const statement of [...statements, ...rows]) {
    await sql.raw(statement).execute(db);
  }
}

const ownedTables = [
  'listing_reading',
  'store_comparison',
  'drift_rule',
  'listing_narrowing',
  'store_following',
];

const owner = 'owner_id uuid not null references owner (id) on delete cascade';
const shop = 'shop_id uuid not null references shop (id) on delete cascade';

const statements: string[] = [
  `create table listing_reading (
    listing_id uuid primary key references listing (id) on delete cascade,
    ${owner},
    ${shop},
    attempt_id uuid,
    seen_hash text not null,
    product jsonb,
    clean jsonb,
    differences jsonb not null default '[]',
    kinds text[] not null default '{}',
    decided jsonb not null default '{}',
    read_at timestamptz not null default now()
  )`,
  'create index listing_reading_drifted on listing_reading (owner_id, listing_id) where kinds <> array[]::text[]',

  `create table store_comparison (
    shop_id uuid primary key references shop (id) on delete cascade,
    ${owner},
    state text not null default 'idle' check (state in ('idle', 'waiting', 'running')),
    after_id uuid,
    done integer not null default 0,
    total integer not null default 0,
    fault jsonb,
    working_until timestamptz,
    next_at timestamptz,
    ended_at timestamptz
  )`,
  // Whose comparisons are due, for the program that looks after all of them; see 0004.
  `create view open_comparison as
    select shop.id as shop_id, shop.owner_id, coalesce(comparison.state, 'new') as state, comparison.next_at
    from shop left join store_comparison as comparison on comparison.shop_id = shop.id
    where exists (select from store where store.shop_id = shop.id and store.removed_at is null) offset 0`,

  `create table drift_rule (
    id uuid primary key,
    ${owner},
    kind text not null,
    shop_id uuid references shop (id) on delete cascade,
    side text not null check (side in ('store', 'ours', 'leave')),
    created_at timestamptz not null default now(),
    unique nulls not distinct (owner_id, kind, shop_id)
  )`,

  `create table listing_narrowing (
    run_id uuid not null references run (id) on delete cascade,
    ${shop},
    product_id uuid,
    ${owner},
    what text not null check (what in ('some', 'amounts')),
    kept jsonb not null default '{}',
    unique nulls not distinct (run_id, shop_id, product_id)
  )`,

  `create table store_following (
    shop_id uuid primary key references shop (id) on delete cascade,
    ${owner},
    what text not null check (what in ('all', 'amounts')),
    every_hours integer not null check (every_hours between 0 and 168),
    looked_until timestamptz not null default now(),
    next_at timestamptz not null default now(),
    run_ids uuid[] not null default '{}',
    fault jsonb,
    created_by uuid references "user" (id) on delete set null
  )`,
  'create view open_following as select shop_id, owner_id, next_at from store_following offset 0',

  // What sources changed lately is looked for every few seconds.
  'create index product_change_at on product_change (owner_id, at)',

  'alter table edit_set drop constraint edit_set_kind_check',
  `alter table edit_set add constraint edit_set_kind_check
    check (kind in ('claimed', 'created', 'edited', 'undone', 'followed', 'store'))`,
];
