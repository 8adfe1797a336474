import type { Kysely } from 'kysely';
import { execute } from './statements.ts';

/**
 * Sessions, known browsers, the second step, API tokens, codes and sign-ups. All of it belongs to a user and not to a merchant, and is read
 * before it is known who calls: it has no row-level security.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await execute(db, statements);
}

const statements = [
  `create table session (
    token_hash bytea primary key,
    id uuid not null default gen_random_uuid(),
    user_id uuid not null references "user" (id) on delete cascade,
    user_agent text not null,
    ip text,
    remembered boolean not null default false,
    created_at timestamptz not null default now(),
    last_seen_at timestamptz not null default now(),
    expires_at timestamptz not null
  )`,
  'create unique index session_id on session (id)',
  'create index session_of_user on session (user_id)',

  // Slows guessing down, for all processes alike.
  `create table sign_in_try (
    key bytea primary key,
    wrong integer not null,
    tried_at timestamptz not null,
    closed_until timestamptz
  )`,
  'create index sign_in_try_old on sign_in_try (tried_at)',
  // Browsers that strangers' guesses do not lock out.
  `create table known_browser (
    user_id uuid not null references "user" (id) on delete cascade,
    token_hash bytea not null,
    seen_at timestamptz not null,
    primary key (token_hash, user_id)
  )`,
  'create index known_browser_seen on known_browser (user_id, seen_at)',
  `create table guesses_notified (
    user_id uuid primary key references "user" (id) on delete cascade,
    at timestamptz not null
  )`,
  // Browsers that a user has signed in with, by a hash of their user agent; see the trigger `notify_of_sign_in`.
  `create table known_device (
    user_id uuid not null references "user" (id) on delete cascade,
    device bytea not null,
    at timestamptz not null default now(),
    primary key (user_id, device)
  )`,

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
  'create index api_token_of_user on api_token (user_id, created_at desc, id desc)',
  `create table pairing (
    user_id uuid primary key references "user" (id) on delete cascade,
    code_hash bytea not null unique,
    sealed_code bytea not null,
    created_at timestamptz not null default now(),
    expires_at timestamptz not null
  )`,

  // Codes that prove an email address or a phone number.
  `create table verification_code (
    id uuid primary key,
    purpose text not null,
    address text not null,
    code_hash bytea,
    wrong integer not null default 0,
    wrong_elsewhere integer not null default 0,
    ip text,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    taken_at timestamptz
  )`,
  'create index verification_code_address on verification_code (address, created_at desc)',
  'create index verification_code_ip on verification_code (ip, created_at) where ip is not null',
  'create index verification_code_old on verification_code (created_at)',

  // Accounts that were requested and are not opened yet.
  `create table sign_up (
    id uuid primary key,
    email text not null,
    phone text,
    password_hash text not null,
    password_strength text,
    language text not null,
    mail_known boolean not null,
    privacy_version text,
    terms_version text,
    ip text,
    sends integer not null default 1,
    created_at timestamptz not null,
    sent_at timestamptz not null,
    expires_at timestamptz not null
  )`,
  'create index sign_up_email on sign_up (email, created_at desc)',
  'create index sign_up_ip on sign_up (ip, created_at) where ip is not null',
  // Which version of the operator's pages a user accepted.
  `create table legal_acceptance (
    user_id uuid not null references "user" (id) on delete cascade,
    page text not null check (page in ('privacy', 'terms')),
    version text not null,
    accepted_at timestamptz not null,
    primary key (user_id, page, version)
  )`,
];
