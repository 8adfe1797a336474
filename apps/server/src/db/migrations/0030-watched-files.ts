import type { Kysely } from 'kysely';
import { closedToOthers, createdBy, execute, owner } from './statements.ts';

/** Files of suppliers that are fetched from an address or a folder on a schedule, and imported. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await execute(db, [...watches, ...imports, ...closedToOthers('file_watch', 'file_watch_file'), sealed]);
}

const watches = [
  // `address` is sealed; `shown` is the address without its secrets, or the folder. `due_at`: when it is due by its schedule; `next_at` may
  // be a retry before that, and is null while it is off. `attempt` and `taken_until`: the worker that looks at it.
  `create table file_watch (
    id uuid primary key,
    ${owner},
    source_id uuid not null references file_source (id) on delete cascade,
    place text not null check (place in ('address', 'folder')),
    address bytea check ((place = 'address') = (address is not null)),
    shown text not null,
    every_hours integer not null,
    hour integer not null check (hour between 0 and 23),
    time_zone text not null,
    applies boolean not null,
    whole boolean not null,
    next_at timestamptz,
    due_at timestamptz,
    asked_at timestamptz,
    looked_at timestamptz,
    outcome text check (outcome in ('imported', 'unchanged', 'nothing', 'waits', 'failed')),
    fault jsonb,
    tries integer not null default 0,
    etag text,
    modified text,
    sha256 text,
    last_run_id uuid references run (id) on delete set null,
    attempt integer not null default 0,
    taken_until timestamptz,
    ${createdBy},
    created_at timestamptz not null default now()
  )`,
  'create index file_watch_owner on file_watch (owner_id, id)',
  'create index file_watch_source on file_watch (source_id)',
  // The due watches of all merchants, for the workers that look at them; as 'open_watch' is.
  `create index file_watch_due on file_watch (least(next_at, asked_at)) where next_at is not null or asked_at is not null`,
  `create view open_file_watch as select id, owner_id, least(next_at, asked_at) as next_at from file_watch
    where next_at is not null or asked_at is not null offset 0`,

  // The files of a folder that were taken.
  `create table file_watch_file (
    watch_id uuid not null references file_watch (id) on delete cascade,
    name text not null,
    ${owner},
    bytes bigint not null,
    modified_ms bigint not null,
    sha256 text,
    primary key (watch_id, name)
  )`,
];

const imports = [
  // `decided`: whether an import of a watched file is applied by itself, or why not.
  'alter table import add column watch_id uuid references file_watch (id) on delete set null',
  'alter table import add column decided jsonb',
  'create index import_watch on import (watch_id, run_id) where watch_id is not null',
];

/** As `seal/places.ts` lists them. */
const sealedColumns: [table: string, column: string, owner: string][] = [
  ['store', 'credentials', 'owner_id'],
  ['store', 'renewed', 'owner_id'],
  ['store_grant', 'credentials', 'owner_id'],
  ['source_access', 'credentials', 'owner_id'],
  ['file_watch', 'address', 'owner_id'],
  ['outbox', 'sealed_values', 'null::uuid'],
  ['user', 'two_step', 'null::uuid'],
  ['two_step_setup', 'secret', 'null::uuid'],
  ['pairing', 'sealed_code', 'null::uuid'],
];

const sealed = `create or replace view sealed_total as ${sealedColumns
  .map(
    ([table, column, ownerOf]) => `
      select '${table}.${column}' as place, ${ownerOf} as owner_id,
        encode(substring(${column} from 2 for 8), 'hex') as key, count(*)::integer as total
      from "${table}" where ${column} is not null group by 2, 3`,
  )
  .join(' union all ')}`;
