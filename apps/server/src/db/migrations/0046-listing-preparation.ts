import { type Kysely, sql } from 'kysely';

/** What is still to be written of a listing run's products; the row is gone once all of them are. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) {
    await sql.raw(statement).execute(db);
  }
}

const statements: string[] = [
  `create table listing_preparation (
    run_id uuid primary key references run (id) on delete cascade,
    owner_id uuid not null references owner (id) on delete cascade,
    source jsonb not null,
    totals jsonb not null,
    after uuid,
    products integer not null default 0,
    mark text,
    expected jsonb,
    fault jsonb
  )`,
  `create index listing_preparation_owner on listing_preparation (owner_id)`,
  'alter table listing_preparation enable row level security',
  `create policy listing_preparation_owner on listing_preparation
    using (owner_id = nullif(current_setting('app.owner', true), '')::uuid)`,
];
