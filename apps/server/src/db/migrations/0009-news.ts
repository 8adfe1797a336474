import { type Kysely, sql } from 'kysely';

/** Articles, announcements and quick links; what was done and by whom; the programs that are running. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) {
    await sql.raw(statement).execute(db);
  }
}

const statements = [
  `create table article (
    id uuid primary key,
    kind text not null check (kind in ('news', 'video')),
    state text not null default 'draft' check (state in ('draft', 'live')),
    cover_url text,
    video_url text,
    author_id uuid references "user" (id) on delete set null,
    author text,
    revision integer not null default 1,
    saved_by text,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    published_at timestamptz,
    check (state = 'draft' or published_at is not null)
  )`,
  `create index article_live on article (published_at desc, id desc) where state = 'live'`,

  `create table article_text (
    article_id uuid not null references article (id) on delete cascade,
    language text not null,
    title text not null,
    summary text not null,
    body_html text not null,
    search_text text not null,
    primary key (article_id, language)
  )`,

  `create table announcement (
    id uuid primary key,
    level text not null check (level in ('info', 'attention', 'urgent')),
    texts jsonb not null,
    link text,
    shown_from timestamptz not null,
    shown_to timestamptz,
    revision integer not null default 1,
    created_at timestamptz not null default now(),
    check (shown_to > shown_from)
  )`,
  `create table announcement_dismissed (
    announcement_id uuid not null references announcement (id) on delete cascade,
    user_id uuid not null references "user" (id) on delete cascade,
    at timestamptz not null default now(),
    primary key (announcement_id, user_id)
  )`,

  `create table workplace_links (
    only_one boolean primary key default true check (only_one),
    links jsonb not null,
    revision integer not null default 1
  )`,
  `create table own_link (
    id uuid primary key,
    user_id uuid not null references "user" (id) on delete cascade,
    position integer not null,
    path text not null,
    title text not null,
    created_at timestamptz not null default now(),
    unique (user_id, path)
  )`,

  `alter table audit_event
    add column user_name text,
    add column area text not null default 'other' check (area in ('account', 'other')),
    add column ip text,
    add column user_agent text,
    add column request_id text,
    add column status integer`,
  `create index audit_event_owner on audit_event (owner_id, id desc)`,
  `create index audit_event_open on audit_event (id desc) where owner_id is null or area = 'account'`,
  `alter table audit_event enable row level security`,
  // Without an owner only what concerns accounts, and what was done for no merchant.
  `create policy audit_event_read on audit_event for select using (
    case when nullif(current_setting('app.owner', true), '') is null
      then owner_id is null or area = 'account'
      else owner_id = nullif(current_setting('app.owner', true), '')::uuid end)`,
  // Written by the program for everybody, and by it neither changed nor deleted.
  `create policy audit_event_write on audit_event for insert with check (true)`,

  `create table process (
    id uuid primary key,
    host text not null,
    pid integer not null,
    role text not null check (role in ('api', 'worker', 'all')),
    version text not null,
    started_at timestamptz not null,
    seen_at timestamptz not null default now(),
    errors_hour integer not null default 0,
    errors_day integer not null default 0
  )`,
];
