import { type Kysely, sql } from 'kysely';

/** Organisation, invitations and changes of the navigation. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const rows = ownedTables.flatMap((table) => [
    `alter table ${table} enable row level security`,
    // Without an owner: the administrators' own, seen by who acts for nobody.
    `create policy ${table}_owner on ${table} using
      (owner_id is not distinct from nullif(current_setting('app.owner', true), '')::uuid)`,
  ]);
  for (const statement of [...statements, ...rows]) {
    await sql.raw(statement).execute(db);
  }
}

const ownedTables = ['organisation', 'invitation'];

const statements: string[] = [
  `create table organisation (
    id uuid primary key,
    owner_id uuid references owner (id) on delete cascade,
    parent_id uuid references organisation (id),
    name text not null,
    position integer not null,
    created_at timestamptz not null default now()
  )`,
  `create index organisation_place on organisation (owner_id, parent_id, position)`,
  `alter table "user" add constraint user_organisation
    foreign key (organisation_id) references organisation (id) on delete set null`,

  `create table invitation (
    id uuid primary key,
    owner_id uuid references owner (id) on delete cascade,
    email text not null,
    role_id text not null references role (id) on delete cascade,
    organisation_id uuid references organisation (id) on delete set null,
    token_hash bytea not null unique,
    invited_by uuid references "user" (id) on delete set null,
    created_at timestamptz not null default now(),
    sent_at timestamptz not null default now(),
    expires_at timestamptz not null
  )`,
  `create unique index invitation_address on invitation (owner_id, lower(email)) nulls not distinct`,

  // How many letters a house has sent of late.
  `create index outbox_invitations on outbox (owner_id, created_at)
    where template in ('invitation', 'invitation-known')`,

  `create unique index role_name on role (owner_id, lower(name)) where owner_id is not null`,

  `create table navigation_change (
    item_id text primary key,
    titles jsonb not null,
    icon text,
    hidden boolean not null,
    changed_at timestamptz not null default now()
  )`,
  `create table navigation_order (
    parent_id text primary key,
    item_ids jsonb not null
  )`,
];
