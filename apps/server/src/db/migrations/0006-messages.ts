import { type Kysely, sql } from 'kysely';

/** Mail and text messages that went out or could not, and the codes they carried. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) {
    await sql.raw(statement).execute(db);
  }
}

const statements = [
  `create table outbox (
    id uuid primary key,
    owner_id uuid references owner (id) on delete cascade,
    channel text not null check (channel in ('mail', 'sms')),
    recipient text not null,
    template text not null,
    language text not null,
    sealed_values bytea not null,
    state text not null default 'waiting' check (state in ('kept', 'waiting', 'sent', 'failed')),
    fault jsonb,
    tries integer not null default 0,
    created_at timestamptz not null default now(),
    sent_at timestamptz
  )`,
  `create index outbox_newest on outbox (created_at desc, id desc)`,
];
