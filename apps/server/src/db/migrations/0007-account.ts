import { type Kysely, sql } from 'kysely';

/** Tokens, pairings and what a person keeps for themselves. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) {
    await sql.raw(statement).execute(db);
  }
}

/** These belong to a person, not to a merchant: like sessions they are read before it is known who calls. */
const statements: string[] = [
  `alter table "user" add column password_strength text check (password_strength in ('low', 'medium', 'strong'))`,

  `create table two_step_setup (
    user_id uuid primary key references "user" (id) on delete cascade,
    secret bytea not null,
    created_at timestamptz not null default now()
  )`,

  `create table recovery_code (
    user_id uuid not null references "user" (id) on delete cascade,
    code_hash bytea not null,
    used_at timestamptz,
    primary key (user_id, code_hash)
  )`,

  `create table api_token (
    id uuid primary key,
    user_id uuid not null references "user" (id) on delete cascade,
    token_hash bytea not null unique,
    kind text not null check (kind in ('api', 'plugin')),
    name text not null,
    ending text not null,
    permissions jsonb not null,
    user_agent text not null default '',
    created_at timestamptz not null default now(),
    expires_at timestamptz,
    last_used_at timestamptz
  )`,
  `create index api_token_of_user on api_token (user_id, created_at desc, id desc)`,

  `create table pairing (
    user_id uuid primary key references "user" (id) on delete cascade,
    code_hash bytea not null unique,
    sealed_code bytea not null,
    created_at timestamptz not null default now(),
    expires_at timestamptz not null
  )`,
];
