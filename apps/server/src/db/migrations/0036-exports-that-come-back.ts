import type { Kysely } from 'kysely';
import { closedToOthers, execute, owner } from './statements.ts';

/** A file that was exported is known again by its bytes, or by the exports that it names, whatever it is called. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await execute(db, [
    // The files of an export as they were written: a ZIP, and each product file in it. They outlive the bytes on the disk.
    `create table exported_file (
      run_id uuid not null references run (id) on delete cascade,
      sha256 text not null,
      ${owner},
      primary key (run_id, sha256)
    )`,
    'create index exported_file_bytes on exported_file (owner_id, sha256)',
    `insert into exported_file (run_id, sha256, owner_id)
      select run_id, sha256, owner_id from export_file on conflict do nothing`,
    // `marked`: the exports that the rows of the file name.
    "alter table import add column marked uuid[] not null default '{}'",
    ...closedToOthers('exported_file'),
  ]);
}
