import { type Kysely, sql } from 'kysely';

/** Mail and text messages that went out or could not; codes that prove an address; accounts asked for and not yet opened. */
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
    next_try_at timestamptz not null default now(),
    created_at timestamptz not null default now(),
    sent_at timestamptz
  )`,
  `create index outbox_newest on outbox (created_at desc, id desc)`,
  `create index outbox_due on outbox (next_try_at) where state = 'waiting'`,

  `create table verification_code (
    id uuid primary key,
    purpose text not null,
    address text not null,
    code_hash bytea,
    wrong integer not null default 0,
    ip text,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    taken_at timestamptz
  )`,
  `create index verification_code_address on verification_code (address, created_at desc)`,
  `create index verification_code_ip on verification_code (ip, created_at) where ip is not null`,
  `create index verification_code_old on verification_code (created_at)`,

  `create table sign_up (
    id uuid primary key,
    email text not null,
    password_hash text not null,
    password_strength text,
    phone text,
    language text not null,
    mail_known boolean not null,
    ip text,
    created_at timestamptz not null,
    sent_at timestamptz not null,
    sends integer not null default 1,
    expires_at timestamptz not null
  )`,
  `create index sign_up_email on sign_up (email, created_at desc)`,
  `create index sign_up_ip on sign_up (ip, created_at) where ip is not null`,
];
