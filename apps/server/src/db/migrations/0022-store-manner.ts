import { type Kysely, sql } from 'kysely';

/**
 * How a shop is written to, as its merchant wants it, and when a probe showed what it makes of a key it has seen. And who
 * was sent to a shop to let our app in, until he is back.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) {
    await sql.raw(statement).execute(db);
  }
}

const statements: string[] = [
  `alter table shop add column careful boolean not null default false, add column probed_at timestamptz,
    add column probing_until timestamptz`,
  'alter table store add column renewing_until timestamptz',

  `create table store_grant (
    state_hash bytea primary key,
    owner_id uuid not null references owner (id) on delete cascade,
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
  'alter table store_grant enable row level security',
  `create policy store_grant_owner on store_grant
    using (owner_id = nullif(current_setting('app.owner', true), '')::uuid)`,
];
