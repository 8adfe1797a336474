import type { Kysely } from 'kysely';
import { closedToOthers, execute, owner } from './statements.ts';

/** What an imported file has beyond its stored rows is kept with its import: a workbook, and the rest of a CSV file that ends early. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await execute(db, [
    `create table import_bytes (
      run_id uuid not null references import (run_id) on delete cascade,
      part integer not null,
      ${owner},
      bytes bytea not null,
      primary key (run_id, part)
    )`,
    // They are packed already.
    'alter table import_bytes alter column bytes set storage external',
    'create index import_bytes_owner on import_bytes (owner_id)',
    // `kept`: how many bytes there are; null where they are not kept, as of a file that is too large.
    'alter table import add column kept bigint',
    ...closedToOthers('import_bytes'),
  ]);
}
