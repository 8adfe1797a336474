import { Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import { isOfEarlierDevelopment } from '../db/applied-migrations.ts';
import { connect } from '../db/connecting/connect.ts';
import { knownMigrations, migrate, migrateWithin } from '../db/migrate.ts';
import type { Tables } from '../db/schema.ts';
import { migrationsOf, prepareSession, tablesOf } from './database-facts.ts';
import { loadSequence, loadTable, lockTables, openTables } from './load.ts';
import { type Backup, earlierDevelopment, newer } from './read-file.ts';
import { StagedFiles } from './staged-files.ts';
import { isHeld, requireEmptyDatabase, requireEmptyFolder } from './target.ts';

export interface PutBackOptions {
  backup: Backup;
  /** Address of the database, as a role that may create tables and roles. */
  url: string;
  dataFolder: string;
}

export interface Restored {
  tables: number;
  rows: number;
  files: number;
}

/** Throws `backup.newer` or `backup.earlier-development-version` for a backup whose schema this program does not know. */
export function requireKnownSchema({ file, header: { schema } }: Backup): void {
  const unknown = schema.find((each) => !knownMigrations.includes(each));
  if (unknown !== undefined && isOfEarlierDevelopment(schema, knownMigrations)) {
    throw earlierDevelopment(file, unknown);
  }
  if (unknown !== undefined) {
    throw newer(file, unknown, knownMigrations.at(-1) ?? '');
  }
}

/**
 * Throws `backup.target-not-empty` for a data folder in use. A folder in which the restore of this backup was
 * interrupted is not in use, as long as `putBack` also says so.
 */
export async function requireFreeFolder(dataFolder: string, { sha256 }: Backup): Promise<void> {
  if ((await new StagedFiles(dataFolder).left()) !== sha256) {
    requireEmptyFolder(dataFolder);
  }
}

/**
 * Loads a backup into an empty database and an empty data folder: in one transaction, so that whatever happens either everything is
 * there or the database is empty. A backup of an older schema is loaded as it is and migrated in the same transaction. Listing is
 * held from the first moment on, until the caller has declared where the database comes from (`declareOrigin`) and called
 * `finish`; interrupted in between, the same restore goes on there when it is run again.
 * Throws `backup.target-not-empty`, `backup.newer`, `backup.earlier-development-version` and `backup.file-unusable`.
 */
export async function putBack(
  options: PutBackOptions,
): Promise<{ restored: Restored; finish(): Promise<void> }> {
  const { backup, url, dataFolder } = options;
  requireKnownSchema(backup);
  const files = new StagedFiles(dataFolder);
  const left = await files.left();
  const client = await connect(url, 'bowerbird restore');
  try {
    await prepareSession(client);
    const isLoaded = left === backup.sha256 && (await isHeld(client));
    const restored = isLoaded ? countsOf(backup) : await reload(client, files, options);
    return { restored: await restored, finish: () => files.finish() };
  } finally {
    await client.end();
  }
}

async function reload(
  client: pg.Client,
  files: StagedFiles,
  { backup, url, dataFolder }: PutBackOptions,
): Promise<Restored> {
  const { schema } = backup.header;
  requireEmptyFolder(dataFolder);
  const { host, pathname } = new URL(url);
  await requireEmptyDatabase(client, host + pathname, schema);
  await files.begin(backup.sha256);
  let isCommitting = false;
  try {
    await migrate(url, schema.at(-1));
    return await oneTransaction(client, async (migrateToNewest) => {
      const restored = await load(client, files, backup, host + pathname);
      await migrateToNewest();
      await client.query(holdListing);
      await files.place();
      isCommitting = true;
      return restored;
    });
  } catch (thrown) {
    // The outcome of a failed commit is unknown here, so everything stays and the next restore checks.
    if (!isCommitting) {
      await files.discard();
    }
    throw thrown;
  }
}

/** Runs the work in one transaction of this client, in which the missing migrations can be applied at the end. */
async function oneTransaction<T>(
  client: pg.Client,
  work: (migrateToNewest: () => Promise<void>) => Promise<T>,
): Promise<T> {
  const pool = {
    connect: async () => Object.assign(client, { release: () => undefined }),
    end: async () => undefined,
    options: {},
  };
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  const result = await db.transaction().execute((transaction) => work(() => migrateWithin(transaction)));
  // Makes the first queries fast; PostgreSQL would analyze the tables later by itself.
  await client.query('analyze').catch(() => undefined);
  return result;
}

async function load(client: pg.Client, files: StagedFiles, backup: Backup, place: string): Promise<Restored> {
  const { schema, tables } = backup.header;
  await lockTables(client);
  // The tables are locked now: earlier changes of another program are visible, and no new ones are possible.
  await requireEmptyDatabase(client, place, schema);
  const closeTables = await openTables(client);
  const there = await migrationsOf(client);
  if (there.join() !== schema.join()) {
    throw newer(backup.file, schema.join(' '), there.join(' '));
  }
  const wanted = new Map((await tablesOf(client)).map(({ name, columns }) => [name, columns]));
  const restored: Restored = { tables: 0, rows: 0, files: 0 };
  for await (const { head, content } of backup.sections()) {
    switch (head.kind) {
      case 'file':
        await files.add(head, content);
        restored.files += 1;
        break;
      case 'table': {
        if (wanted.get(head.name)?.join() !== head.columns.join()) {
          throw new Error(`table ${head.name} of the backup is not the table of its schema`);
        }
        wanted.delete(head.name);
        const rows = await loadTable(client, head, content);
        if (rows !== tables[head.name]) {
          throw new Error(`table ${head.name} got ${rows} rows of ${tables[head.name]}`);
        }
        restored.tables += 1;
        restored.rows += rows;
        break;
      }
      case 'sequence':
        await loadSequence(client, head);
        break;
    }
  }
  if (wanted.size > 0) {
    throw new Error(`the backup lacks ${[...wanted.keys()].join(', ')}`);
  }
  await closeTables();
  return restored;
}

/** Holds listing: `requireOwnPast` of the listing obeys this, and `declareOrigin` clears it. */
const holdListing = `
  update installation set held_at = now(), held_because = 'older-than-epoch' where held_at is null`;

async function countsOf({ header, sections }: Backup): Promise<Restored> {
  const rows = Object.values(header.tables);
  let files = 0;
  for await (const { head } of sections()) {
    files += head.kind === 'file' ? 1 : 0;
  }
  return { tables: rows.length, rows: rows.reduce((sum, each) => sum + each, 0), files };
}
