import { type Kysely, sql } from 'kysely';

/** What the last audit of a whole store found. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) {
    await sql.raw(statement).execute(db);
  }
}

const statements: string[] = [
  `create table store_audit (
    shop_id uuid primary key references shop (id) on delete cascade,
    owner_id uuid not null references owner (id) on delete cascade,
    audit jsonb not null
  )`,
  'alter table store_audit enable row level security',
  `create policy store_audit_owner on store_audit
    using (owner_id = nullif(current_setting('app.owner', true), '')::uuid)`,
];
