import { type Kysely, sql } from 'kysely';

/** What becomes of products on their way into a store, what was chosen for categories before, and what stops a product. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) {
    await sql.raw(statement).execute(db);
  }
  for (const table of ['store_rules', 'category_memory', 'risk_settings']) {
    await sql.raw(`alter table ${table} enable row level security`).execute(db);
    await sql
      .raw(
        `create policy ${table}_owner on ${table} using (owner_id = nullif(current_setting('app.owner', true), '')::uuid)`,
      )
      .execute(db);
  }
}

const statements: string[] = [
  `create table store_rules (
    id uuid primary key,
    owner_id uuid not null references owner (id) on delete cascade,
    name text not null,
    content jsonb not null,
    revision integer not null default 1,
    updated_at timestamptz not null default now()
  )`,
  'create unique index store_rules_name on store_rules (owner_id, lower(name))',

  // Of the shop, not of a connection to it: connected anew it is listed to by the same rules. Rules in use stay.
  'alter table shop add column rules_id uuid references store_rules (id) deferrable initially deferred',
  'create index shop_rules on shop (rules_id) where rules_id is not null',

  `create table category_memory (
    owner_id uuid not null references owner (id) on delete cascade,
    from_key text not null,
    to_key text not null,
    from_path jsonb not null,
    to_path jsonb not null,
    chosen_at timestamptz not null default now(),
    primary key (owner_id, from_key, to_key)
  )`,

  `create table risk_settings (
    owner_id uuid primary key references owner (id) on delete cascade,
    content jsonb not null,
    updated_at timestamptz not null default now()
  )`,
];
