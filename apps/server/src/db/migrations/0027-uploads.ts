import type { Kysely } from 'kysely';
import { closedToOthers, createdBy, execute, forProgramOnly, owner } from './statements.ts';

/** Files that are uploaded to be imported. Their bytes are in `imports/` of the data folder. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await execute(db, [
    `create table import_file (
      id uuid primary key,
      ${owner},
      name text not null,
      bytes bigint not null check (bytes > 0),
      received bigint not null default 0 check (received between 0 and bytes),
      sha256 text,
      ${createdBy},
      created_at timestamptz not null default now(),
      touched_at timestamptz not null default now(),
      used_at timestamptz,
      deleted_at timestamptz,
      check (sha256 is null or received = bytes)
    )`,
    'create index import_file_owner on import_file (owner_id, id)',
    'create index import_file_unused on import_file (touched_at) where used_at is null and deleted_at is null',
    ...closedToOthers('import_file'),
    // Reads the files of all merchants, which the program's own role may not.
    `create function forget_unused_import_files(unused_hours integer, most integer) returns setof uuid
      language sql volatile security definer set search_path = public, pg_temp as $$
        delete from import_file where id in (
          select id from import_file
          where used_at is null and touched_at < now() - make_interval(hours => unused_hours)
          order by touched_at limit most for update skip locked
        )
        returning id
      $$`,
    ...forProgramOnly('forget_unused_import_files(integer, integer)'),
    // Finds files whose row is gone, for example with their merchant.
    `create function kept_import_files(ids uuid[]) returns setof uuid
      language sql stable security definer set search_path = public, pg_temp as $$
        select id from import_file where id = any(ids) and deleted_at is null
      $$`,
    ...forProgramOnly('kept_import_files(uuid[])'),
  ]);
}
