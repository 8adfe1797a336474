import { type Kysely, sql } from 'kysely';

/** A store's own categories as they were read last, and which of them its merchant chose for what. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) {
    await sql.raw(statement).execute(db);
  }
  for (const table of ['store_category_tree', 'store_category_choice']) {
    await sql.raw(`alter table ${table} enable row level security`).execute(db);
    await sql
      .raw(
        `create policy ${table}_owner on ${table} using (owner_id = nullif(current_setting('app.owner', true), '')::uuid)`,
      )
      .execute(db);
  }
}

const statements: string[] = [
  // A tree is always read and replaced as a whole: one row for each shop.
  `create table store_category_tree (
    shop_id uuid primary key references shop (id) on delete cascade,
    owner_id uuid not null references owner (id) on delete cascade,
    categories jsonb not null default '[]',
    is_complete boolean not null default true,
    read_at timestamptz,
    reading_id uuid,
    reading_since timestamptz,
    reading_until timestamptz,
    read_count integer not null default 0,
    failure jsonb,
    failed_at timestamptz
  )`,
  'create index store_category_tree_owner on store_category_tree (owner_id)',

  // from_key is that of an empty path for the category of products that have none.
  `create table store_category_choice (
    owner_id uuid not null references owner (id) on delete cascade,
    shop_id uuid not null references shop (id) on delete cascade,
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
