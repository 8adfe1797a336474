import { type Kysely, sql } from 'kysely';

/** Operations in a store that work through many attempts by themselves, from their intent until their results are taken down. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) {
    await sql.raw(statement).execute(db);
  }
}

const statements: string[] = [
  `create table listing_bulk (
    id uuid primary key,
    owner_id uuid not null references owner (id) on delete cascade,
    shop_id uuid not null references shop (id) on delete cascade,
    run_id uuid,
    kind text not null,
    operation text,
    token uuid not null,
    waited_ms bigint not null default 0,
    intended_at timestamptz not null default now(),
    ended_at timestamptz
  )`,
  'create index listing_bulk_open on listing_bulk (shop_id, id) where ended_at is null',
  'create index listing_bulk_owner on listing_bulk (owner_id)',
  'create index listing_attempt_request on listing_attempt (request_id, line)',
  'alter table listing_bulk enable row level security',
  `create policy listing_bulk_owner on listing_bulk
    using (owner_id = nullif(current_setting('app.owner', true), '')::uuid)`,
];
