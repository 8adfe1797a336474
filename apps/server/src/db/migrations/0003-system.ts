import type { Kysely } from 'kysely';
import { currentOwner, execute } from './statements.ts';

/** The installation and its processes, the navigation, the provider's pages, and the audit log. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await execute(db, [...installation, ...navigation, ...provider, ...audit]);
}

const installation = [
  // Also what it knows of its own past: whether this database is the newest copy that exists (`listing/witness`).
  `create table installation (
    id uuid primary key,
    declarations integer not null default 0,
    counter bigint not null default 0,
    held_because text check (held_because in ('older-than-epoch', 'another-installation')),
    created_at timestamptz not null default now(),
    held_at timestamptz,
    check ((held_at is null) = (held_because is null))
  )`,
  'create unique index installation_one on installation ((true))',

  `create table process (
    id uuid primary key,
    host text not null,
    pid integer not null,
    role text not null check (role in ('api', 'worker', 'all')),
    version text not null,
    errors_hour integer not null default 0,
    errors_day integer not null default 0,
    started_at timestamptz not null,
    seen_at timestamptz not null default now()
  )`,
];

const navigation = [
  `create table navigation_item (
    id text primary key,
    parent_id text not null,
    position integer not null,
    name text not null,
    key text,
    path text,
    component text,
    redirect text,
    meta jsonb not null
  )`,
  // What administrators changed of an item, and the order that they gave the items of one parent.
  `create table navigation_change (
    item_id text primary key,
    titles jsonb not null,
    icon text,
    hidden boolean not null,
    new_window boolean not null default false,
    changed_at timestamptz not null default now()
  )`,
  `create table navigation_order (
    parent_id text primary key,
    item_ids jsonb not null
  )`,
];

const provider = [
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
];

const audit = [
  `create table audit_event (
    id uuid primary key,
    owner_id uuid references owner (id) on delete cascade,
    user_id uuid,
    user_name text,
    what text not null,
    area text not null default 'other' check (area in ('account', 'other')),
    details jsonb not null,
    ip text,
    user_agent text,
    request_id text,
    status integer,
    at timestamptz not null default now()
  )`,
  'create index audit_event_owner on audit_event (owner_id, id desc)',
  `create index audit_event_open on audit_event (id desc) where owner_id is null or area = 'account'`,
  'create index audit_event_at on audit_event (at)',
  'alter table audit_event enable row level security',
  // A transaction that acts for nobody sees only what concerns accounts, and what was done for no merchant.
  `create policy audit_event_read on audit_event for select using (
    case when nullif(current_setting('app.owner', true), '') is null
      then owner_id is null or area = 'account'
      else owner_id = ${currentOwner} end)`,
  // The program writes events of everybody, and may neither change nor delete one.
  'create policy audit_event_write on audit_event for insert with check (true)',
];
