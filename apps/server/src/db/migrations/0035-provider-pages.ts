import { type Kysely, sql } from 'kysely';

/** The provider's name and links, the pages an operator writes, and who accepted which of them when. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) {
    await sql.raw(statement).execute(db);
  }
}

const statements = [
  `create table provider_settings (
    only_one boolean primary key default true check (only_one),
    name text not null,
    links jsonb not null,
    revision integer not null default 1
  )`,
  // A version is never changed: somebody may have accepted it.
  `create table operator_page (
    name text not null check (name in ('about', 'contact', 'privacy', 'terms')),
    version integer not null check (version > 0),
    texts jsonb not null,
    saved_by text not null,
    saved_at timestamptz not null default now(),
    primary key (name, version)
  )`,
  `alter table sign_up
    add column privacy_version text,
    add column terms_version text`,
  `create table legal_acceptance (
    user_id uuid not null references "user" (id) on delete cascade,
    page text not null check (page in ('privacy', 'terms')),
    version text not null,
    accepted_at timestamptz not null,
    primary key (user_id, page, version)
  )`,
];
