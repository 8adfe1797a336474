import type { ClientBase } from 'pg';
import { appliedMigrations, refuseForeign } from './applied-migrations.ts';
import { DatabaseUnusable } from './connecting/unusable.ts';
import { knownMigrations } from './migrate.ts';

/**
 * Requires that the database is what this program expects, for a process that may not migrate it. Throws
 * `DatabaseUnusable` if a migration is missing, or the database has one that this program does not know.
 */
export async function requireMigrated(client: ClientBase): Promise<void> {
  const applied = await appliedMigrations(client);
  refuseForeign(applied, knownMigrations);
  const missing = knownMigrations.find((name) => !applied.includes(name));
  if (missing !== undefined) {
    throw new DatabaseUnusable(
      `The database is not ready for this Bowerbird (${missing} is missing). Start one process of this version with DATABASE_URL first: ` +
        'it brings the database up to date.',
    );
  }
}
