import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { type Db, openDatabase } from '../../../apps/server/src/db/database.ts';
import { migrate } from '../../../apps/server/src/db/migrate.ts';

/** One installation that is proved: its database, and the folder with its keys. What holds one holds no other. */
export interface Installation {
  databaseUrl: string;
  db: Db;
  dataFolder: string;
  close(): Promise<void>;
}

/** Opens an installation on a migrated database. */
export function openInstallation(databaseUrl: string, connectionsMax: number): Installation {
  const { db, close } = openDatabase(databaseUrl, { connectionsMax });
  const dataFolder = mkdtempSync(join(tmpdir(), 'bowerbird-proof-'));
  return {
    databaseUrl,
    db,
    dataFolder,
    async close() {
      await close();
      rmSync(dataFolder, { recursive: true, force: true });
    },
  };
}

/** Makes so many databases beside a given one of the same server, and opens an installation on each. */
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
  return urls.map((url) => openInstallation(url, connectionsMax));
}
