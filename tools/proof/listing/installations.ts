import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { type Db, openDatabase } from '../../../apps/server/src/db/database.ts';
import { addressesOf } from '../../../apps/server/src/db/embedded/logins.ts';
import { migrate } from '../../../apps/server/src/db/migrate.ts';

/** One installation under proof: its database, and the folder with its keys. A lock on one does not affect another. */
export interface Installation {
  /** The database for the program's own login. */
  databaseUrl: string;
  db: Db;
  dataFolder: string;
  /** Requests an answer from the database server that needs no data, on a separate connection. */
  beat(): Promise<unknown>;
  /** A second installation, for a round with two of them; nothing else uses it. */
  spare?: Installation;
  close(): Promise<void>;
}

/**
 * Opens an installation on a migrated database.
 * @param databaseUrl the program's own login
 */
export function openInstallation(databaseUrl: string, connectionsMax: number): Installation {
  const { db, close } = openDatabase(databaseUrl, { connectionsMax });
  const dataFolder = mkdtempSync(join(tmpdir(), 'bowerbird-proof-'));
  let client: Promise<pg.Client> | null = null;
  return {
    databaseUrl,
    db,
    dataFolder,
    async beat() {
      client ??= connected(databaseUrl);
      await (await client).query('select');
    },
    async close() {
      await (await client)?.end();
      await close();
      rmSync(dataFolder, { recursive: true, force: true });
    },
  };
}

async function connected(databaseUrl: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  return client;
}

/** Creates this many databases beside a given one on the same server, and opens an installation on each. */
export async function openInstallations(
  serverUrl: string,
  count: number,
  connectionsMax: number,
): Promise<Installation[]> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  const urls: string[] = [];
  try {
    for (let place = 1; place <= count; place += 1) {
      const name = `proof_${place}`;
      await client.query(`create database ${name}`);
      const url = new URL(serverUrl);
      url.pathname = `/${name}`;
      urls.push(url.href);
    }
  } finally {
    await client.end();
  }
  for (const url of urls) {
    await migrate(url);
  }
  return urls.map((url) => openInstallation(addressesOf(url).app, connectionsMax));
}

/** Creates this many installations, each with a second one. */
export async function openPairs(
  serverUrl: string,
  count: number,
  connectionsMax: number,
): Promise<Installation[]> {
  const all = await openInstallations(serverUrl, count * 2, connectionsMax);
  return all.slice(0, count).map((one, at) => {
    const spare = all[count + at];
    return spare ? { ...one, spare } : one;
  });
}

export async function closeAll(installations: readonly Installation[]): Promise<void> {
  await Promise.all(installations.flatMap((one) => [one.close(), one.spare?.close()]));
}
