import type { Kysely } from 'kysely';
import { closedToOthers, createdBy, execute, owner } from './statements.ts';

/** Sourcing tasks, team projects, pinned platforms and quick links; articles and announcements. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await execute(db, [...tasks, ...projects, ...menu, ...news, ...closedToOthers(...owned)]);
}

const owned = ['task', 'task_person', 'task_run', 'team_project', 'platform_pin'];

const task = 'task_id uuid not null references task (id) on delete cascade';
const user = 'user_id uuid not null references "user" (id) on delete cascade';

const tasks = [
  `create table task (
    id uuid primary key,
    ${owner},
    title text not null,
    goal text not null,
    wanted integer,
    standard text not null,
    addresses jsonb not null,
    with_stock boolean not null default false,
    weight integer check (weight between 0 and 100),
    visibility text not null check (visibility in ('public', 'some', 'private')),
    starts_on date not null,
    ends_on date not null,
    ${createdBy},
    created_at timestamptz not null default now(),
    done_at timestamptz
  )`,
  'create index task_owner on task (owner_id, id desc)',
  `create table task_person (
    ${task},
    ${user},
    ${owner},
    part text not null check (part in ('invited', 'viewer')),
    primary key (task_id, user_id, part)
  )`,
  `create table task_run (
    run_id uuid primary key references run (id) on delete cascade,
    ${owner},
    ${task}
  )`,
  'create index task_run_task on task_run (task_id, run_id)',
];

const projects = [
  `create table team_project (
    id uuid primary key,
    ${owner},
    content jsonb not null,
    ${createdBy},
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    remind_at timestamptz,
    archived_at timestamptz
  )`,
  'create index team_project_owner on team_project (owner_id, id desc)',
  // The due reminders of all merchants, for the worker that sends them; as `open_run` is.
  'create index team_project_due on team_project (remind_at) where remind_at is not null',
  `create view open_reminder as select id, owner_id, remind_at from team_project
    where remind_at is not null and archived_at is null offset 0`,
];

const menu = [
  // The platforms that a user keeps in the menu.
  `create table platform_pin (
    ${owner},
    ${user},
    platform text not null,
    primary key (user_id, platform)
  )`,
  `create table workplace_links (
    only_one boolean primary key default true check (only_one),
    links jsonb not null,
    revision integer not null default 1
  )`,
  `create table own_link (
    id uuid primary key,
    ${user},
    position integer not null,
    path text not null,
    title text not null,
    created_at timestamptz not null default now(),
    unique (user_id, path)
  )`,
];

const news = [
  `create table article (
    id uuid primary key,
    author_id uuid references "user" (id) on delete set null,
    kind text not null check (kind in ('news', 'video')),
    state text not null default 'draft' check (state in ('draft', 'live')),
    cover_url text,
    video_url text,
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
    revision integer not null default 1,
    shown_from timestamptz not null,
    shown_to timestamptz,
    created_at timestamptz not null default now(),
    check (shown_to > shown_from)
  )`,
  `create table announcement_dismissed (
    announcement_id uuid not null references announcement (id) on delete cascade,
    ${user},
    at timestamptz not null default now(),
    primary key (announcement_id, user_id)
  )`,
];
