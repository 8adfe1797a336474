import type { Kysely } from 'kysely';
import { closedToOthers, createdBy, execute, forProgramOnly, owner } from './statements.ts';

/** Templates of exports, scheduled exports, and links by which their files are downloaded without signing in. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await execute(db, [
    ...templates,
    ...schedules,
    ...files,
    ...links,
    ...closedToOthers('export_template', 'export_schedule', 'export_link'),
  ]);
}

const templates = [
  `create table export_template (
    id uuid primary key,
    ${owner},
    name text not null,
    choices jsonb not null,
    saved_by uuid references "user" (id) on delete set null,
    updated_at timestamptz not null default now()
  )`,
  'create unique index export_template_name on export_template (owner_id, lower(name))',
];

const schedules = [
  `create table export_schedule (
    id uuid primary key,
    ${owner},
    name text not null,
    template_id uuid not null references export_template (id),
    filter jsonb not null,
    times jsonb not null,
    time_zone text not null,
    keep integer not null check (keep > 0),
    is_on boolean not null default true,
    next_at timestamptz,
    last_at timestamptz,
    last_outcome text check (last_outcome in ('started', 'still-going', 'refused')),
    last_run_id uuid references run (id) on delete set null,
    fault jsonb,
    ${createdBy},
    created_at timestamptz not null default now()
  )`,
  'create index export_schedule_owner on export_schedule (owner_id, id)',
  'create index export_schedule_template on export_schedule (template_id)',
  'create index export_schedule_run on export_schedule (last_run_id) where last_run_id is not null',
  // The due schedules of all merchants, for the worker that starts them; as `open_listing_schedule` is.
  'create index export_schedule_due on export_schedule (next_at) where next_at is not null',
  `create view open_export_schedule as
    select id, owner_id, next_at from export_schedule where next_at is not null offset 0`,
];

const files = [
  // The product files in a ZIP, and how many images it has and lacks.
  `alter table export_file
    add column parts jsonb not null default '[]',
    add column images jsonb,
    add column schedule_id uuid references export_schedule (id) on delete set null`,
  'create index export_file_schedule on export_file (schedule_id, id) where schedule_id is not null',
  // Finds files whose row is gone, for example with their merchant.
  `create function known_export_runs(ids uuid[]) returns setof uuid
    language sql stable security definer set search_path = public, pg_temp as $$
      select run_id from export_file where run_id = any(ids)
    $$`,
  ...forProgramOnly('known_export_runs(uuid[])'),
];

const links = [
  `create table export_link (
    id uuid primary key,
    ${owner},
    file_id uuid references export_file (id) on delete cascade,
    schedule_id uuid references export_schedule (id) on delete cascade,
    token_hash bytea not null unique,
    expires_at timestamptz not null,
    downloads_max integer check (downloads_max > 0),
    downloads integer not null default 0,
    last_used_at timestamptz,
    revoked_at timestamptz,
    ${createdBy},
    created_at timestamptz not null default now(),
    check (num_nonnulls(file_id, schedule_id) = 1)
  )`,
  'create index export_link_owner on export_link (owner_id, id)',
  'create index export_link_file on export_link (file_id) where file_id is not null',
  'create index export_link_schedule on export_link (schedule_id) where schedule_id is not null',
  // Whoever follows a link is nobody yet: its token alone says which merchant's it is.
  `create function export_link_with(token bytea) returns table (id uuid, owner_id uuid)
    language sql stable security definer set search_path = public, pg_temp as $$
      select id, owner_id from export_link where token_hash = token
    $$`,
  ...forProgramOnly('export_link_with(bytea)'),
];
