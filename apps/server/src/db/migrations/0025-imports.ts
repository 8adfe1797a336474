import type { Kysely } from 'kysely';
import { closedToOthers, execute, owner } from './statements.ts';

/** Product files that are imported: their suppliers, rows, products and errors, and the revisions that exports were written from. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await execute(db, [...sources, ...imports, ...exported, ...closedToOthers(...owned)]);
}

const owned = ['file_source', 'import', 'import_page', 'import_item', 'import_fault', 'exported_page'];

const importRun = 'run_id uuid not null references import (run_id) on delete cascade';

const sources = [
  // A supplier of files: what a shop is for collecting. Its collected products have its id as their shop. `header`: columns of its last file.
  `create table file_source (
    id uuid primary key,
    ${owner},
    name text not null,
    key text not null,
    dialect jsonb not null,
    mapping jsonb not null,
    header text[] not null default '{}',
    created_at timestamptz not null default now(),
    unique (owner_id, name)
  )`,
];

const imports = [
  // `opened`: how the file was read. `rows`, null while it is read, and `refused`, why it could not be read to its end. `reached`: the
  // products before this position are applied.
  `create table import (
    run_id uuid primary key references run (id) on delete cascade,
    ${owner},
    file_id uuid not null,
    source_id uuid references file_source (id) on delete set null,
    state text not null check (state in ('checking', 'checked', 'applying', 'undoing', 'applied')),
    request jsonb not null,
    opened jsonb,
    rows integer,
    refused jsonb,
    figures jsonb not null default '{}',
    attempt integer not null default 0,
    all_or_nothing boolean not null default false,
    reached integer not null default 0
  )`,
  'create index import_owner on import (owner_id, run_id)',
  'create index import_source on import (source_id, run_id) where source_id is not null',
  'create index import_of_file on import (file_id)',

  // Rows of the file as they stand in it, packed by the program (imports/rows/pack-rows.ts).
  `create table import_page (
    ${importRun},
    page integer not null,
    ${owner},
    first_row integer not null,
    last_row integer not null,
    packed bytea not null,
    above jsonb,
    primary key (run_id, page)
  )`,
  'alter table import_page alter column packed set storage external',

  // A product of the file. Its rows are those from the first to the last; rows where others lie between. 'lines': where its variants
  // and images stand.
  `create table import_item (
    ${importRun},
    position integer not null,
    ${owner},
    key text not null,
    title text not null,
    first_row integer,
    last_row integer,
    rows integer[],
    lines jsonb,
    variants integer not null,
    in_group text not null check (in_group in
      ('new', 'changed', 'unchanged', 'conflict', 'unmatched', 'ambiguous', 'faulty', 'gone')),
    product_id uuid,
    revision integer,
    content_hash text,
    faults jsonb,
    outcome text check (outcome in ('imported', 'edited', 'unchanged', 'rejected', 'left-out')),
    rejection jsonb,
    primary key (run_id, position)
  )`,
  'create index import_item_group on import_item (run_id, in_group, position)',
  'create index import_item_product on import_item (product_id, run_id) where product_id is not null',

  `create table import_fault (
    ${importRun},
    position integer not null,
    ${owner},
    code text not null,
    column_name text,
    shape text not null,
    count integer not null,
    examples jsonb not null,
    primary key (run_id, position)
  )`,
];

const exported = [
  // The products of an exported file, and the revisions that it was written from.
  `create table exported_page (
    run_id uuid not null references run (id) on delete cascade,
    page integer not null,
    ${owner},
    ids uuid[] not null,
    revisions integer[] not null,
    primary key (run_id, page),
    check (cardinality(ids) = cardinality(revisions))
  )`,
  'create index exported_page_owner on exported_page (owner_id, run_id)',

  'alter table edit_set drop constraint edit_set_kind_check',
  `alter table edit_set add constraint edit_set_kind_check
    check (kind in ('claimed', 'created', 'edited', 'undone', 'followed', 'store', 'ruled', 'imported'))`,
];
