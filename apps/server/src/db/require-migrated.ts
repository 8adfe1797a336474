import pg, { type ClientBase } from 'pg';
import { knownMigrations, newerDatabase } from './migrate.ts';
import { DatabaseUnusable } from './unusable.ts';

/** What PostgreSQL answers where the table, its schema or the right to read it is missing: nobody migrated this database so far. */
const notThere = ['42P01', '3F000', '42501'];

/**
 * Requires that the database is what this program expects, for a process that may not migrate it.
 * Throws `DatabaseUnusable` where a migration is missing, or one is there that this program does not know.
 */
export async function requireMigrated(client: ClientBase): Promise<void> {
  const applied = await appliedTo(client);
  const unknown = applied.find((name) => !knownMigrations.includes(name));
  if (unknown !== undefined) {
    throw newerDatabase(unknown);
  }
  const missing = knownMigrations.find((name) => !applied.includes(name));
  if (missing !== undefined) {
    throw new DatabaseUnusable(
      `The database is not ready for this Bowerbird (${missing} is missing). Start one process of this version with DATABASE_URL first: ` +
        'it brings the database up to date.',
    );
  }
}

async function appliedTo(client: ClientBase): Promise<string[]> {
  try {
    const { rows } = await client.query<{ name: string }>('select name from migration.kysely_migration');
    return rows.map(({ name }) => name);
  } catch (thrown) {
    if (thrown instanceof pg.DatabaseError && notThere.includes(thrown.code ?? '')) {
      return [];
    }
    throw thrown;
  }
}
