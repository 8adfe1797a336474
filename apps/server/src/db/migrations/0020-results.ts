import { type Kysely, sql } from 'kysely';

/** What collected products are filtered by beside text and price, and which of them are alike. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) {
    await sql.raw(statement).execute(db);
  }
}

const currentOwner = `nullif(current_setting('app.owner', true), '')::uuid`;

const statements = [
  "alter table collected add column traits text[] not null default '{}'",
  `create or replace view own_collected as select * from collected where owner_id = ${currentOwner} with check option`,
  // Without a list of what is still to be sorted in: who searches it would have to read that to its end each time.
  'create index collected_traits on collected using gin (traits) with (gin_pending_list_limit = 1024)',

  `create table likeness (
    collected_id uuid primary key references collected (id) on delete cascade,
    owner_id uuid not null references owner (id) on delete cascade,
    group_id uuid not null,
    reason text not null check (reason in ('source', 'title-picture', 'picture', 'title', 'similar-title')),
    kept boolean not null default false
  )`,
  'create index likeness_group on likeness (owner_id, group_id) include (kept)',
  // By these, products that may be alike find each other.
  `create table likeness_key (
    collected_id uuid not null references collected (id) on delete cascade,
    owner_id uuid not null references owner (id) on delete cascade,
    key text collate "C" not null,
    primary key (collected_id, key)
  )`,
  'create index likeness_key_of on likeness_key (owner_id, key) include (collected_id)',
  ...['likeness', 'likeness_key'].flatMap((table) => [
    `alter table ${table} enable row level security`,
    `create policy ${table}_owner on ${table} using (owner_id = ${currentOwner})`,
  ]),
];
