import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '@bowerbird/contract/errors';
import type pg from 'pg';
import { countRows, migrationsOf, tablesOf } from './database-facts.ts';
import { dataFolders } from './format.ts';

/** Tables that every start of the program writes to; a database without rows in them was created and never used. */
const firstTables = ['installation', 'owner', 'user'];

/** Throws `backup.target-not-empty` for a data folder that holds files of an installation. */
export function requireEmptyFolder(dataFolder: string): void {
  const taken = dataFolders.find(
    (name) => existsSync(join(dataFolder, name)) && readdirSync(join(dataFolder, name)).length > 0,
  );
  if (taken !== undefined) {
    throw notEmpty(dataFolder, `${taken}/`);
  }
}

/**
 * Throws `backup.target-not-empty` for a database in use: one in which the program was started, one with tables of
 * another program, or one whose schema cannot be reached from the backup's schema.
 */
export async function requireEmptyDatabase(
  client: pg.Client,
  place: string,
  schema: readonly string[],
): Promise<void> {
  const migrations = await migrationsOf(client);
  const tables = (await tablesOf(client)).map(({ name }) => name);
  const [foreign] = migrations.length === 0 ? tables : [];
  if (foreign !== undefined) {
    throw notEmpty(place, foreign);
  }
  const used = await firstUsed(client, tables);
  if (used !== undefined) {
    throw notEmpty(place, used);
  }
  const newer = migrations.find((each) => !schema.includes(each));
  if (newer !== undefined) {
    throw notEmpty(place, newer);
  }
}

/**
 * Reports whether listing is held in this database; a restore leaves it held until somebody declares where the database
 * comes from.
 */
export async function isHeld(client: pg.Client): Promise<boolean> {
  const tables = (await tablesOf(client)).map(({ name }) => name);
  if (!tables.includes('installation')) {
    return false;
  }
  // Reads the row as JSON because an older schema does not have the column.
  const { rowCount } = await client.query(
    `select from installation where to_jsonb(installation) ->> 'held_at' is not null`,
  );
  return rowCount === 1;
}

async function firstUsed(client: pg.Client, tables: readonly string[]): Promise<string | undefined> {
  for (const name of firstTables.filter((each) => tables.includes(each))) {
    if ((await countRows(client, name)) > 0) {
      return name;
    }
  }
  return undefined;
}

function notEmpty(place: string, what: string): AppError {
  return new AppError('backup.target-not-empty', `${place}: ${what}`, { params: { place, what } });
}
