import { type Kysely, sql } from 'kysely';

/** Owners, people, roles, sessions, the navigation and runs. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) {
    await sql.raw(statement).execute(db);
  }
}

const statements = [
  `create table installation (
    id uuid primary key,
    created_at timestamptz not null default now()
  )`,
  `create unique index installation_one on installation ((true))`,

  `create table owner (
    id uuid primary key,
    name text not null,
    first_run_hidden boolean not null default false,
    created_at timestamptz not null default now()
  )`,

  `create table role (
    id text primary key,
    owner_id uuid references owner (id) on delete cascade,
    name text not null,
    description text not null,
    permissions jsonb not null,
    created_at timestamptz not null default now()
  )`,

  `create table "user" (
    id uuid primary key,
    owner_id uuid references owner (id) on delete cascade,
    username text not null,
    email text not null,
    password_hash text not null,
    name text not null,
    avatar text,
    role_id text not null references role (id),
    status text not null default 'active' check (status in ('active', 'disabled')),
    language text,
    created_at timestamptz not null default now()
  )`,
  `create unique index user_username on "user" (lower(username))`,
  `create unique index user_email on "user" (lower(email))`,

  `create table session (
    token_hash bytea primary key,
    user_id uuid not null references "user" (id) on delete cascade,
    user_agent text not null,
    created_at timestamptz not null default now(),
    expires_at timestamptz not null
  )`,
  `create index session_of_user on session (user_id)`,

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

  `create table run (
    id uuid primary key,
    owner_id uuid not null references owner (id) on delete cascade,
    kind text not null,
    state text not null,
    wanted text not null default 'go' check (wanted in ('go', 'pause', 'cancel')),
    title text not null,
    ask jsonb not null,
    done integer not null default 0,
    total integer,
    failed integer not null default 0,
    seconds_left real,
    fault jsonb,
    goes_on_at timestamptz,
    created_by uuid references "user" (id) on delete set null,
    created_at timestamptz not null default now(),
    started_at timestamptz,
    ended_at timestamptz,
    worked_ms integer not null default 0,
    version integer not null default 1
  )`,
  `create index run_owner_newest on run (owner_id, created_at desc, id desc)`,
  `create index run_open on run (owner_id) where state not in ('complete', 'partial', 'failed', 'cancelled')`,
  `alter table run enable row level security`,
  `create policy run_owner on run using (owner_id = nullif(current_setting('app.owner', true), '')::uuid)`,
  `create function run_changed() returns trigger language plpgsql as $$
    begin
      perform pg_notify('run_changed', new.owner_id || ' ' || new.id || ' ' || new.version);
      return null;
    end
  $$`,
  `create trigger run_changed after insert or update of version on run for each row execute function run_changed()`,

  `create table audit_event (
    id uuid primary key,
    owner_id uuid references owner (id) on delete cascade,
    user_id uuid,
    what text not null,
    details jsonb not null,
    at timestamptz not null default now()
  )`,
];
