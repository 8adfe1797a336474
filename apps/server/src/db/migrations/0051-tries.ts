import { type Kysely, sql } from 'kysely';

/** What slows guessing down, for all processes alike; and the browsers that strangers' guesses do not lock out. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) {
    await sql.raw(statement).execute(db);
  }
}

const statements: string[] = [
  `create table sign_in_try (
    key bytea primary key,
    wrong integer not null,
    tried_at timestamptz not null,
    closed_until timestamptz
  )`,
  'create index sign_in_try_old on sign_in_try (tried_at)',
  `create table known_browser (
    user_id uuid not null references "user" (id) on delete cascade,
    token_hash bytea not null,
    seen_at timestamptz not null,
    primary key (token_hash, user_id)
  )`,
  'create index known_browser_seen on known_browser (user_id, seen_at)',
  `create table guesses_told (
    user_id uuid primary key references "user" (id) on delete cascade,
    at timestamptz not null
  )`,
  'alter table verification_code add column wrong_elsewhere integer not null default 0',
];
