import { type Kysely, sql } from 'kysely';

/** Sourcing tasks, team projects, and the platforms that a person keeps in the menu. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const rows = ownedTables.flatMap((table) => [
    `alter table ${table} enable row level security`,
    `create policy ${table}_owner on ${table} using (owner_id = nullif(current_setting('app.owner', true), '')::uuid)`,
  ]);
  for (const statement of [...statements, ...rows]) {
    await sql.raw(statement).execute(db);
  }
}

const ownedTables = ['task', 'task_person', 'task_run', 'team_project', 'platform_pin'];

const owner = 'owner_id uuid not null references owner (id) on delete cascade';
const task = 'task_id uuid not null references task (id) on delete cascade';

const statements: string[] = [
  `create table task (
    id uuid primary key,
    ${owner},
    created_by uuid references "user" (id) on delete set null,
    title text not null,
    starts_on date not null,
    ends_on date not null,
    goal text not null,
    wanted integer,
    standard text not null,
    addresses jsonb not null,
    weight integer check (weight between 0 and 100),
    visibility text not null check (visibility in ('public', 'some', 'private')),
    created_at timestamptz not null default now(),
    done_at timestamptz
  )`,
  'create index task_owner on task (owner_id, id desc)',
  `create table task_person (
    ${owner},
    ${task},
    user_id uuid not null references "user" (id) on delete cascade,
    part text not null check (part in ('invited', 'viewer')),
    primary key (task_id, user_id, part)
  )`,
  `create table task_run (
    run_id uuid primary key references run (id) on delete cascade,
    ${owner},
    ${task}
  )`,
  'create index task_run_task on task_run (task_id, run_id)',
  `create table team_project (
    id uuid primary key,
    ${owner},
    created_by uuid references "user" (id) on delete set null,
    content jsonb not null,
    remind_at timestamptz,
    archived_at timestamptz,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now()
  )`,
  'create index team_project_owner on team_project (owner_id, id desc)',
  // Whose projects remind somebody now, for the program that looks after all of them; see 0004.
  'create index team_project_due on team_project (remind_at) where remind_at is not null',
  `create view open_reminder as select id, owner_id, remind_at from team_project
    where remind_at is not null and archived_at is null offset 0`,
  `create table platform_pin (
    ${owner},
    user_id uuid not null references "user" (id) on delete cascade,
    platform text not null,
    primary key (user_id, platform)
  )`,
];
