import { type Kysely, sql } from 'kysely';

/** People: their telephone, activation, profile and second step; a merchant that is frozen; sessions that can be listed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) {
    await sql.raw(statement).execute(db);
  }
}

const statements = [
  `alter table owner
    add column status text not null default 'active' check (status in ('active', 'frozen')),
    add column status_reason text`,

  `alter table role
    add column status text not null default 'active' check (status in ('active', 'disabled'))`,

  `alter table "user"
    add column phone text,
    add column activated_at timestamptz,
    add column profile jsonb not null default '{}',
    add column two_step bytea,
    add column two_step_since timestamptz,
    add column two_step_last text,
    add column organisation_id uuid,
    add column notification_choice jsonb not null default '{}',
    add column last_signed_in_at timestamptz,
    add column password_changed_at timestamptz`,
  `update "user" set activated_at = created_at`,
  `create unique index user_phone on "user" (phone) where phone is not null`,
  `create index user_of_owner on "user" (owner_id, created_at desc, id desc)`,

  `alter table session
    add column id uuid not null default gen_random_uuid(),
    add column ip text,
    add column last_seen_at timestamptz not null default now()`,
  `create unique index session_id on session (id)`,
];
