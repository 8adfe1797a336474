import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { CannotStart } from '../config/cannot-start.ts';
import type { Config } from '../config/config.ts';
import { addressVia } from '../db/connecting/addresses.ts';
import { startEmbedded } from '../db/embedded/start.ts';
import { noDatabase } from './back-up.ts';

/**
 * Runs the work with the installation's database, as the owner of its tables: the database that DATABASE_URL names,
 * else the embedded one, which afterwards runs or is stopped as before. Unlike the program itself, this migrates
 * nothing and writes nothing. Throws `CannotStart` if only the program's own login is known.
 * @param make whether a missing embedded database is created; otherwise `backup.no-database` is thrown
 */
export async function withDatabase<T>(
  {
    databaseUrl,
    databaseDirectUrl,
    isDatabaseEmbedded,
    dataFolder,
  }: Pick<Config, 'databaseUrl' | 'databaseDirectUrl' | 'isDatabaseEmbedded' | 'dataFolder'>,
  { make, say }: { make: boolean; say(line: string): void },
  work: (url: string) => Promise<T>,
): Promise<T> {
  if (databaseUrl !== undefined) {
    return await work(databaseDirectUrl ? addressVia(databaseUrl, databaseDirectUrl) : databaseUrl);
  }
  if (!isDatabaseEmbedded) {
    throw new CannotStart(
      'DATABASE_URL is missing: this works as the user who owns the tables. Name it beside DATABASE_APP_URL.',
    );
  }
  // This file is created with every embedded database, wherever the database is.
  if (!make && !existsSync(join(dataFolder, 'postgres-password'))) {
    throw noDatabase(dataFolder);
  }
  const embedded = await startEmbedded({ folder: dataFolder, say, whenDone: 'leave-as-found' });
  try {
    return await work(embedded.url);
  } finally {
    await embedded.stop();
  }
}
