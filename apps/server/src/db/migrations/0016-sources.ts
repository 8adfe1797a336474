import { type Kysely, sql } from 'kysely';

/** Merchants' own access to sources, and what readers are known to find. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) {
    await sql.raw(statement).execute(db);
  }
}

const statements: string[] = [
  `create table source_access (
    id uuid primary key,
    owner_id uuid not null references owner (id) on delete cascade,
    platform text not null,
    connection text not null,
    name text not null,
    shop text,
    credentials bytea not null,
    shown jsonb not null,
    state text not null check (state in ('works', 'refused', 'unchecked')),
    fault jsonb,
    checked_at timestamptz,
    last_used_at timestamptz,
    renewed_at timestamptz,
    expires_at timestamptz,
    created_at timestamptz not null default now()
  )`,
  'create index source_access_owner on source_access (owner_id, platform)',
  'alter table source_access enable row level security',
  `create policy source_access_owner on source_access
    using (owner_id = nullif(current_setting('app.owner', true), '')::uuid)`,

  // What a run's reader found, field by field, and what it finds no more.
  `alter table collect_run add column found jsonb not null default '{}', add column drift jsonb not null default '[]'`,

  // Of the whole house, and of nobody: a shop stands here as a keyed hash alone, '' for the platform as a whole.
  `create table reader_baseline (
    platform text not null,
    way text not null,
    shop text not null,
    fields jsonb not null,
    runs integer not null,
    updated_at timestamptz not null default now(),
    primary key (platform, way, shop)
  )`,
  `create table reader_drift (
    id uuid primary key,
    platform text not null,
    way text not null,
    shop text not null,
    field text not null,
    known_by text not null check (known_by in ('shop', 'platform', 'doubt')),
    before real not null,
    now real not null,
    runs integer not null default 1,
    opened_at timestamptz not null default now(),
    seen_at timestamptz not null default now(),
    closed_at timestamptz
  )`,
  'create unique index reader_drift_open on reader_drift (platform, way, shop, field) where closed_at is null',
];
