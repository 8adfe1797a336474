import { type Kysely, sql } from 'kysely';

/** What the installation knows of its own past: whether this database is the newest there is of it (`listing/witness`). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `alter table installation
        add column declarations integer not null default 0,
        add column counter bigint not null default 0,
        add column known_until_ms bigint not null default 0,
        add column held_at timestamptz,
        add column held_because text
          check (held_because in ('older-than-witness', 'another-installation', 'unknown-in-store')),
        add column held_by_attempt uuid,
        add check ((held_at is null) = (held_because is null))`,
    )
    .execute(db);
}
