import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { v7 } from 'uuid';
import { afterAll } from 'vitest';
import { addressVia } from '../../src/db/connecting/addresses.ts';
import { type Db, openDatabase } from '../../src/db/database.ts';
import { addressesOf } from '../../src/db/embedded/logins.ts';
import { startEmbedded } from '../../src/db/embedded/start.ts';
import { migrate } from '../../src/db/migrate.ts';
import { beatBy, beatNoMore } from '../clock/accelerated-clock.ts';
import { isPooled, poolerOf } from './pooler.ts';

export interface TestDatabase {
  /** As the server sees it: under row-level security. */
  db: Db;
  /** For `openDatabase`: the server's own login. */
  url: string;
  /** The same without the pooler of `npm run test:pooler`. */
  directUrl: string;
  /** The login of the job queue. */
  jobsUrl: string;
  /** The owner of all tables. */
  adminUrl: string;
}

/** The migrated, empty database that the others are created from. */
export const template = 'bowerbird_template';

/** A connection for each open database that sees all rows, and is not part of the work under test. */
const onlookers = new WeakMap<Db, pg.Pool>();

/** Three times what the databases of a whole test run take, in bytes. */
const roomWanted = 8e9;
/** The `f_type` of a file system that is held in memory (Linux, `statfs(2)`). */
const inMemory = 0x01021994;

/**
 * Creates a migrated, empty database for this test file. Called at the top of the file: `const { db } = await
 * testDatabase()`. It is removed with the server at the end of the run, or after the last test of the file where there
 * is little room.
 */
export async function testDatabase(): Promise<TestDatabase> {
  const serverUrl = await testServer();
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await query(serverUrl, `create database ${name} template ${template}`);
  const adminUrl = urlOf(serverUrl, name);
  const own = addressesOf(adminUrl);
  const pooler = isPooled ? await poolerOf(testFolder(), serverUrl) : undefined;
  const [url, jobsUrl] = pooler
    ? [addressVia(own.app, pooler), addressVia(own.jobs, pooler)]
    : [own.app, own.jobs];
  const database = openDatabase(url, { connectionsMax: 5, keepsPlans: !isPooled });
  const onlooker = new pg.Pool({ connectionString: adminUrl, max: 1 });
  onlookers.set(database.db, onlooker);
  beatBy(() => onlooker.query('select'), database.pool);
  afterAll(async () => {
    beatNoMore();
    await onlooker.end();
    await database.close();
    await letGo(serverUrl, name);
  });
  return { db: database.db, url, directUrl: own.app, jobsUrl, adminUrl };
}

/** Disconnects all clients of a database, and drops it where there is little room. */
async function letGo(serverUrl: string, name: string): Promise<void> {
  if (!hasRoom()) {
    await query(serverUrl, `drop database ${name} with (force)`);
    return;
  }
  await query(serverUrl, `alter database ${name} with allow_connections false`);
  await query(serverUrl, `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`);
}

/**
 * Reports whether databases may stay until the end. A database is 900 files, and for each new file ext4 skips one by
 * one over what was deleted in the last minutes: where every test file drops its own, creating the next one takes 0.7 s
 * of processor time instead of 0.05.
 */
function hasRoom(): boolean {
  const { type, bavail, bsize } = statfsSync(testFolder());
  return type !== inMemory && bavail * bsize > roomWanted;
}

/** Returns the state in a run's row, read on a connection apart from the work under test. */
export async function stateOfRun(db: Db, runId: string): Promise<string | null> {
  const found = await onlookers
    .get(db)
    ?.query<{ state: string }>('select state from run where id = $1', [runId]);
  return found?.rows[0]?.state ?? null;
}

/** Creates a new merchant; returns its id. */
export async function testOwner(db: Db): Promise<string> {
  const id = v7();
  await db
    .insertInto('owner')
    .values({ id, name: `Merchant ${id}` })
    .execute();
  return id;
}

/**
 * Returns the one server of this test run: started by the first file that needs it, ended by
 * `tools/vitest/vitest-database.ts`.
 */
async function testServer(): Promise<string> {
  const folder = testFolder();
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

function testFolder(): string {
  const folder = process.env.BOWERBIRD_TEST_DATABASE;
  if (folder === undefined) {
    throw new Error('Database tests run through the vitest of the repository root, which ends their server.');
  }
  return folder;
}

async function makeTemplate(serverUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl });
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query('select pg_advisory_lock(1)');
    const made = await client.query('select from pg_database where datname = $1', [template]);
    if (made.rowCount === 0) {
      // Autovacuum would visit each of the databases that stay, once a minute.
      await client.query("alter system set autovacuum_naptime = '15min'");
      await client.query('select pg_reload_conf()');
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
