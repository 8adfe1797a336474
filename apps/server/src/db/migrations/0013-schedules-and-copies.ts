import type { Kysely } from 'kysely';
import { closedToOthers, createdBy, execute, owner } from './statements.ts';

/** Scheduled listing, with the state of each schedule in each of its stores; and shops that are copied into stores. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await execute(db, [...schedules, ...copies, ...closedToOthers(...owned)]);
}

const owned = ['listing_schedule', 'listing_schedule_place', 'copy_run'];

const run = 'uuid references run (id) on delete set null';

const schedules = [
  `create table listing_schedule (
    id uuid primary key,
    ${owner},
    name text not null,
    times jsonb not null,
    time_zone text not null,
    selection jsonb not null,
    options jsonb not null,
    ${createdBy},
    created_at timestamptz not null default now()
  )`,
  'create index listing_schedule_owner on listing_schedule (owner_id, id)',

  `create table listing_schedule_place (
    schedule_id uuid not null references listing_schedule (id) on delete cascade,
    store_id uuid not null references store (id) on delete cascade,
    ${owner},
    last_run_id ${run},
    last_outcome text check (last_outcome in ('started', 'nothing-new', 'still-going', 'refused')),
    listed_by text,
    fault jsonb,
    next_at timestamptz,
    last_at timestamptz,
    last_due_at timestamptz,
    primary key (schedule_id, store_id)
  )`,
  'create index listing_schedule_place_owner on listing_schedule_place (owner_id)',
  'create index listing_schedule_place_store on listing_schedule_place (store_id)',
  'create index listing_schedule_place_run on listing_schedule_place (last_run_id) where last_run_id is not null',
  // The due schedules of all merchants, for the worker that starts them; as `open_run` is.
  'create index listing_schedule_due on listing_schedule_place (next_at) where next_at is not null',
  `create view open_listing_schedule as
    select schedule_id as id, owner_id, min(next_at) as next_at from listing_schedule_place
    where next_at is not null group by schedule_id, owner_id offset 0`,
];

const copies = [
  `create table copy_run (
    id uuid primary key,
    ${owner},
    collect_run_id ${run},
    claim_run_id ${run},
    listing_run_id ${run},
    title text not null,
    request jsonb not null,
    state text not null default 'going' check (state in ('going', 'stopped', 'done', 'cancelled')),
    step text not null default 'collecting' check (step in ('collecting', 'claiming', 'listing')),
    wanted text not null default 'go' check (wanted in ('go', 'pause', 'cancel')),
    fault jsonb,
    ${createdBy},
    confirmed_by uuid references "user" (id) on delete set null,
    created_at timestamptz not null default now(),
    confirmed_at timestamptz not null default now()
  )`,
  'create index copy_run_owner on copy_run (owner_id, id)',
  'create index copy_run_collect on copy_run (collect_run_id) where collect_run_id is not null',
  'create index copy_run_claim on copy_run (claim_run_id) where claim_run_id is not null',
  'create index copy_run_listing on copy_run (listing_run_id) where listing_run_id is not null',
  `create index copy_run_going on copy_run (id) where state = 'going'`,
  // Copies of all merchants whose step has ended, or whose run was deleted with other old ones.
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
