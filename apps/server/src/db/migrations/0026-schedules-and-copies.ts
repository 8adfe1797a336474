import { type Kysely, sql } from 'kysely';

/** Listing at times to come, with where each schedule stands in each of its stores; and shops copied into stores. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) {
    await sql.raw(statement).execute(db);
  }
  for (const table of ['listing_schedule', 'listing_schedule_place', 'copy_run']) {
    await sql.raw(`alter table ${table} enable row level security`).execute(db);
    await sql
      .raw(
        `create policy ${table}_owner on ${table} using (owner_id = nullif(current_setting('app.owner', true), '')::uuid)`,
      )
      .execute(db);
  }
}

const owner = 'owner_id uuid not null references owner (id) on delete cascade';
const person = 'uuid references "user" (id) on delete set null';
const run = 'uuid references run (id) on delete set null';

const statements: string[] = [
  `create table listing_schedule (
    id uuid primary key,
    ${owner},
    name text not null,
    times jsonb not null,
    time_zone text not null,
    selection jsonb not null,
    options jsonb not null,
    created_by ${person},
    created_at timestamptz not null default now()
  )`,
  'create index listing_schedule_owner on listing_schedule (owner_id, id)',

  `create table listing_schedule_place (
    schedule_id uuid not null references listing_schedule (id) on delete cascade,
    store_id uuid not null references store (id) on delete cascade,
    ${owner},
    next_at timestamptz,
    last_at timestamptz,
    last_due_at timestamptz,
    last_outcome text check (last_outcome in ('started', 'nothing-new', 'still-going', 'refused')),
    last_run_id ${run},
    listed_by text,
    fault jsonb,
    primary key (schedule_id, store_id)
  )`,
  'create index listing_schedule_place_owner on listing_schedule_place (owner_id)',
  'create index listing_schedule_place_store on listing_schedule_place (store_id)',
  'create index listing_schedule_place_run on listing_schedule_place (last_run_id) where last_run_id is not null',
  'create index listing_schedule_due on listing_schedule_place (next_at) where next_at is not null',
  // Whose schedules are due, for the program that looks after all of them; see 0004.
  `create view open_listing_schedule as
    select schedule_id as id, owner_id, min(next_at) as next_at from listing_schedule_place
    where next_at is not null group by schedule_id, owner_id offset 0`,

  `create table copy_run (
    id uuid primary key,
    ${owner},
    title text not null,
    ask jsonb not null,
    state text not null default 'going' check (state in ('going', 'stopped', 'done', 'cancelled')),
    step text not null default 'collecting' check (step in ('collecting', 'claiming', 'listing')),
    wanted text not null default 'go' check (wanted in ('go', 'pause', 'cancel')),
    collect_run_id ${run},
    claim_run_id ${run},
    listing_run_id ${run},
    fault jsonb,
    confirmed_by ${person},
    confirmed_at timestamptz not null default now(),
    created_by ${person},
    created_at timestamptz not null default now()
  )`,
  'create index copy_run_owner on copy_run (owner_id, id)',
  'create index copy_run_collect on copy_run (collect_run_id) where collect_run_id is not null',
  'create index copy_run_claim on copy_run (claim_run_id) where claim_run_id is not null',
  'create index copy_run_listing on copy_run (listing_run_id) where listing_run_id is not null',
  `create index copy_run_going on copy_run (id) where state = 'going'`,
  // Copies whose step has come to its end, or whose run was forgotten with other old ones.
  `create view open_copy as
    select copy_run.id, copy_run.owner_id from copy_run
    left join run on run.id = case copy_run.step
      when 'collecting' then copy_run.collect_run_id
      when 'claiming' then copy_run.claim_run_id
      else copy_run.listing_run_id end
    where copy_run.state = 'going' and copy_run.wanted <> 'pause'
      and (run.id is null or run.state in ('complete', 'partial', 'failed', 'cancelled'))
    offset 0`,
];
