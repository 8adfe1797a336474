import { type Kysely, sql } from 'kysely';

/** What the installation knows of its own past: whether this database is the newest there is of it (`listing/witness`). */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) {
    await sql.raw(statement).execute(db);
  }
}

const statements: string[] = [
  `alter table installation
    add column declarations integer not null default 0,
    add column counter bigint not null default 0,
    add column held_at timestamptz,
    add column held_because text check (held_because in ('older-than-witness', 'another-installation')),
    add check ((held_at is null) = (held_because is null))`,

  // What one merchant's store tells holds that store alone.
  `alter table shop_turn
    add column held_by_attempt uuid,
    add column known_until_ms bigint not null default 0`,

  // Of all merchants: two of them may list to one store, and an attempt of either is known.
  `create function newest_listing_attempt() returns uuid
    language sql stable security definer set search_path = public, pg_temp as $$
      select id from listing_attempt order by id desc limit 1
    $$`,
  'revoke execute on function newest_listing_attempt() from public',
  'grant execute on function newest_listing_attempt() to bowerbird_app',
];
