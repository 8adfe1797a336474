import pg, { type ClientBase } from 'pg';
import { DatabaseUnusable } from './connecting/unusable.ts';

/** What PostgreSQL answers where the table, its schema or the right to read it is missing: nobody migrated this database yet. */
const notThere = ['42P01', '3F000', '42501'];

/** Returns the names of the migrations that the database has, in their order; none for one that nobody migrated. */
export async function appliedMigrations(client: ClientBase): Promise<string[]> {
  try {
    const { rows } = await client.query<{ name: string }>(
      'select name from migration.kysely_migration order by name',
    );
    return rows.map(({ name }) => name);
  } catch (thrown) {
    if (thrown instanceof pg.DatabaseError && notThere.includes(thrown.code ?? '')) {
      return [];
    }
    throw thrown;
  }
}

/**
 * Whether a database or a backup with these migrations was made by a development version from before the first migration of this program.
 * What a newer version makes has that first migration.
 */
export function isOfEarlierDevelopment(applied: readonly string[], known: readonly string[]): boolean {
  return applied.length > 0 && !applied.some((name) => name === known[0]);
}

/**
 * Throws `DatabaseUnusable` where a migration was applied that this program does not know: by an earlier development version, whose
 * migrations are gone, or by a newer version.
 * @param known all migrations of this program, in their order
 */
export function refuseForeign(applied: readonly string[], known: readonly string[]): void {
  const unknown = applied.find((name) => !known.includes(name));
  if (unknown === undefined) {
    return;
  }
  if (isOfEarlierDevelopment(applied, known)) {
    throw new DatabaseUnusable(
      `The data folder was made by an earlier development version of Bowerbird (${unknown}), whose data this version cannot read. ` +
        'Nothing was changed. Start with a new data folder (BOWERBIRD_DATA; with DATABASE_URL, also a new database), or keep the earlier ' +
        'program for this one.',
      { code: 'database.earlier-development-version' },
    );
  }
  throw new DatabaseUnusable(
    `The database was changed by a newer Bowerbird (${unknown}). Start that newer version, or use another data folder.`,
    { code: 'database.newer-version' },
  );
}
