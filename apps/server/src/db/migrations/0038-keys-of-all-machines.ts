import type { Kysely } from 'kysely';
import { execute } from './statements.ts';

/** What tells whether a machine has the keys of the installation; the keys themselves are never in the database. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await execute(db, [
    `alter table installation
      -- A keyed hash made with the fingerprint key; null until the first start.
      add column key_check bytea,
      -- Ids of keys that were declared lost: a start does not ask for them.
      add column lost_keys text[] not null default '{}'`,
  ]);
}
