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
  // What is alike is looked for after goods were saved, so that saving waits for nothing. A table of its own: a mark on the
  // goods themselves would write all their indexes anew.
  `create table unlikened (
    owner_id uuid not null,
    collected_id uuid not null,
    primary key (owner_id, collected_id)
  )`,
  'insert into unlikened select owner_id, id from collected',
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
  // By these, products that may be alike find each other. Some eight for each product: references would be checked for every
  // one of them, which takes longer than all the rest, so a trigger keeps what they would.
  `create table likeness_key (
    owner_id uuid not null,
    key text collate "C" not null,
    collected_id uuid not null,
    primary key (owner_id, key, collected_id)
  )`,
  'create index likeness_key_of on likeness_key (collected_id)',
  `create function forget_likeness() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
    begin
      delete from likeness_key using gone where likeness_key.collected_id = gone.id;
      return null;
    end
  $$`,
  `create trigger collected_gone after delete on collected referencing old table as gone
    for each statement execute function forget_likeness()`,
  ...['likeness', 'likeness_key', 'unlikened'].flatMap((table) => [
    `alter table ${table} enable row level security`,
    `create policy ${table}_owner on ${table} using (owner_id = ${currentOwner})`,
  ]),
];
