import type { Kysely } from 'kysely';
import { closedToOthersAndMerchants, execute } from './statements.ts';

/** Merchants, their organisation and roles, their users, and invitations. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await execute(db, [...tables, ...closedToOthersAndMerchants('organisation', 'invitation')]);
}

const tables = [
  `create table owner (
    id uuid primary key,
    name text not null,
    status text not null default 'active' check (status in ('active', 'frozen')),
    status_reason text,
    first_run_hidden boolean not null default false,
    created_at timestamptz not null default now()
  )`,

  // Without an owner: the units of the administrators.
  `create table organisation (
    id uuid primary key,
    owner_id uuid references owner (id) on delete cascade,
    parent_id uuid references organisation (id),
    name text not null,
    position integer not null,
    created_at timestamptz not null default now()
  )`,
  'create index organisation_place on organisation (owner_id, parent_id, position)',

  // Without an owner: a built-in role. No foreign key for the creator: a role outlives the user who created it.
  `create table role (
    id text primary key,
    owner_id uuid references owner (id) on delete cascade,
    creator_id uuid,
    name text not null,
    description text not null,
    permissions jsonb not null,
    status text not null default 'active' check (status in ('active', 'disabled')),
    created_at timestamptz not null default now()
  )`,
  'create unique index role_name on role (owner_id, lower(name)) where owner_id is not null',

  // Without an owner: an administrator. Read before it is known who calls, so without row-level security.
  `create table "user" (
    id uuid primary key,
    owner_id uuid references owner (id) on delete cascade,
    role_id text not null references role (id),
    organisation_id uuid constraint user_organisation references organisation (id) on delete set null,
    username text not null,
    email text not null,
    phone text,
    password_hash text not null,
    password_strength text check (password_strength in ('low', 'medium', 'strong')),
    two_step bytea,
    two_step_since timestamptz,
    two_step_last text,
    status text not null default 'active' check (status in ('active', 'disabled')),
    name text not null,
    avatar text,
    language text,
    profile jsonb not null default '{}',
    notification_choice jsonb not null default '{}',
    created_at timestamptz not null default now(),
    activated_at timestamptz,
    last_signed_in_at timestamptz,
    password_changed_at timestamptz
  )`,
  'create unique index user_username on "user" (lower(username))',
  'create unique index user_email on "user" (lower(email))',
  'create unique index user_phone on "user" (phone) where phone is not null',
  'create index user_of_owner on "user" (owner_id, created_at desc, id desc)',

  `create table invitation (
    id uuid primary key,
    owner_id uuid references owner (id) on delete cascade,
    token_hash bytea not null unique,
    role_id text not null references role (id) on delete cascade,
    organisation_id uuid references organisation (id) on delete set null,
    email text not null,
    invited_by uuid references "user" (id) on delete set null,
    created_at timestamptz not null default now(),
    sent_at timestamptz not null default now(),
    expires_at timestamptz not null
  )`,
  'create unique index invitation_address on invitation (owner_id, lower(email)) nulls not distinct',
];
