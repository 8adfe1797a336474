import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '@bowerbird/contract/errors';
import type pg from 'pg';
import { countRows, migrationsOf, tablesOf } from './database-facts.ts';
import { dataFolders } from './format.ts';

/** Written by every start of the program; a database without rows in them was made and never used. */
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
 * Throws `backup.target-not-empty` for a database that somebody uses: one in which the program was started, one with tables of
 * another program, one whose schema is none that the backup's can be reached from.
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

/** Whether listing is held in this database, which is how a restore leaves it until somebody declares where it comes from. */
export async function isHeld(client: pg.Client): Promise<boolean> {
  const tables = (await tablesOf(client)).map(({ name }) => name);
  if (!tables.includes('installation')) {
    return false;
  }
  // Read as JSON: an older schema does not have the column.
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
