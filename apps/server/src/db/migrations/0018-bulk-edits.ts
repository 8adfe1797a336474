import type { Kysely } from 'kysely';
import { closedToOthers, execute, owner } from './statements.ts';

/** Bulk edits: which products at which revisions a run changes, page by page, and what became of each. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await execute(db, [
    'alter table run add column undoes uuid references run (id) on delete set null',
    'create index run_undoes on run (undoes) where undoes is not null',
    'alter table edit_set add column steps jsonb',

    // A page is one transaction of its job: the products are written and `outcomes` is set, or neither.
    `create table edit_page (
      run_id uuid not null references run (id) on delete cascade,
      page integer not null,
      ${owner},
      ids uuid[] not null,
      revisions integer[] not null,
      outcomes text[],
      notes jsonb not null default '{}',
      primary key (run_id, page),
      check (cardinality(ids) = cardinality(revisions)),
      check (outcomes is null or cardinality(outcomes) = cardinality(ids))
    )`,
    'create index edit_page_owner on edit_page (owner_id)',

    `create table edit_series (
      ${owner},
      next integer not null,
      primary key (owner_id)
    )`,
    ...closedToOthers('edit_page', 'edit_series'),
  ]);
}
