import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { v7 } from 'uuid';
import { afterAll } from 'vitest';
import { type Db, openDatabase } from '../db/database.ts';
import { startEmbedded } from '../db/embedded/start.ts';
import { migrate } from '../db/migrate.ts';
import { beatBy, beatNoMore } from './hurried-clock.ts';

export interface TestDatabase {
  /** As the program sees it: under row-level security. */
  db: Db;
  /** For `openDatabase`, which steps down from it. */
  url: string;
  /** The owner of everything. */
  adminUrl: string;
}

const template = 'bowerbird_template';

/** A connection for each open database that sees all rows, and is no part of the work that is tested. */
const onlookers = new WeakMap<Db, pg.Pool>();

/**
 * A migrated, empty database of this test file's own, dropped after its last test. Called at the top of the file:
 * `const { db } = await testDatabase()`.
 */
export async function testDatabase(): Promise<TestDatabase> {
  const serverUrl = await testServer();
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await query(serverUrl, `create database ${name} template ${template}`);
  const url = urlOf(serverUrl, name);
  const database = openDatabase(url, { connectionsMax: 5 });
  const onlooker = new pg.Pool({ connectionString: url, max: 1 });
  onlookers.set(database.db, onlooker);
  beatBy(() => onlooker.query('select'), database.pool);
  afterAll(async () => {
    beatNoMore();
    await onlooker.end();
    await database.close();
    await query(serverUrl, `drop database ${name} with (force)`);
  });
  return { db: database.db, url, adminUrl: url };
}

/** In which state a run is, as its row says, asked beside the work that is tested. */
export async function stateOfRun(db: Db, runId: string): Promise<string | null> {
  const found = await onlookers
    .get(db)
    ?.query<{ state: string }>('select state from run where id = $1', [runId]);
  return found?.rows[0]?.state ?? null;
}

/** A new merchant; answers its id. */
export async function testOwner(db: Db): Promise<string> {
  const id = v7();
  await db
    .insertInto('owner')
    .values({ id, name: `Merchant ${id}` })
    .execute();
  return id;
}

/** The one server of this test run: started by the first file that needs it, ended by `tools/vitest-database.ts`. */
async function testServer(): Promise<string> {
  const folder = process.env.BOWERBIRD_TEST_DATABASE;
  if (folder === undefined) {
    throw new Error('Database tests run through the vitest of the repository root, which ends their server.');
  }
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  const noted = join(folder, 'test-server-url');
  if (!existsSync(noted)) {
    const { url } = await startEmbedded({ folder, fsync: false, whenDone: 'leave-as-found', say: () => {} });
    await makeTemplate(url);
    const unfinished = `${noted}-${process.pid}`;
    writeFileSync(unfinished, url, { mode: 0o600 });
    renameSync(unfinished, noted);
  }
  return readFileSync(noted, 'utf8');
}

async function makeTemplate(serverUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl });
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query('select pg_advisory_lock(1)');
    const made = await client.query('select from pg_database where datname = $1', [template]);
    if (made.rowCount === 0) {
      await client.query(`drop database if exists ${template}_new`);
      await client.query(`create database ${template}_new`);
      await migrate(urlOf(serverUrl, `${template}_new`));
      await client.query(`alter database ${template}_new rename to ${template}`);
    }
  } finally {
    await client.end();
  }
}

async function query(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}

function urlOf(serverUrl: string, database: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  return url.href;
}
