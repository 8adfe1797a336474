import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { CannotStart } from '../cannot-start.ts';
import type { Config } from '../config.ts';
import { startEmbedded } from '../db/embedded/start.ts';
import { noDatabase } from './back-up.ts';

/**
 * Lets the work use the installation's database as the owner of its tables: the one that DATABASE_URL names, else the embedded one,
 * which runs as before afterwards, or is stopped as before. Unlike the program itself, it migrates nothing and writes nothing.
 * Throws `CannotStart` where only the program's own login is known.
 * @param make whether an embedded database that is not there is made; else `backup.no-database` is thrown
 */
export async function withDatabase<T>(
  {
    databaseUrl,
    isDatabaseEmbedded,
    dataFolder,
  }: Pick<Config, 'databaseUrl' | 'isDatabaseEmbedded' | 'dataFolder'>,
  { make, say }: { make: boolean; say(line: string): void },
  work: (url: string) => Promise<T>,
): Promise<T> {
  if (databaseUrl !== undefined) {
    return await work(databaseUrl);
  }
  if (!isDatabaseEmbedded) {
    throw new CannotStart(
      'DATABASE_URL is missing: this works as the user who owns the tables. Name it beside DATABASE_APP_URL.',
    );
  }
  // Made with every embedded database, wherever that lies.
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
