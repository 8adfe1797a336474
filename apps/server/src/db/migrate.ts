import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import pg from 'pg';
import { appliedMigrations, refuseForeign } from './applied-migrations.ts';
import { connect } from './connecting/connect.ts';
import { DatabaseUnusable } from './connecting/unusable.ts';
import { appRole, jobsRole, makeRoles } from './logins/roles.ts';
import * as merchantsAndAccounts from './migrations/0001-merchants-and-accounts.ts';
import * as signingIn from './migrations/0002-signing-in.ts';
import * as system from './migrations/0003-system.ts';
import * as messagesAndNotifications from './migrations/0004-messages-and-notifications.ts';
import * as runs from './migrations/0005-runs.ts';
import * as collecting from './migrations/0006-collecting.ts';
import * as products from './migrations/0007-products.ts';
import * as imagesAndExports from './migrations/0008-images-and-exports.ts';
import * as recollecting from './migrations/0009-recollecting.ts';
import * as stores from './migrations/0010-stores.ts';
import * as listing from './migrations/0011-listing.ts';
import * as listingStates from './migrations/0012-listing-states.ts';
import * as schedulesAndCopies from './migrations/0013-schedules-and-copies.ts';
import * as plansAndOrders from './migrations/0014-plans-and-orders.ts';
import * as teamAndNews from './migrations/0015-team-and-news.ts';
import * as upkeep from './migrations/0016-upkeep.ts';
import * as historyByCell from './migrations/0017-history-by-cell.ts';
import * as bulkEdits from './migrations/0018-bulk-edits.ts';
import * as editRules from './migrations/0019-edit-rules.ts';
import * as pagesAndBin from './migrations/0020-pages-and-bin.ts';
import * as alarmsAndOrigins from './migrations/0021-alarms-and-origins.ts';
import * as productList from './migrations/0022-product-list.ts';
import * as packedContents from './migrations/0023-packed-contents.ts';
import * as plainStates from './migrations/0024-plain-states.ts';
import * as imports from './migrations/0025-imports.ts';
import * as ownValues from './migrations/0026-own-values.ts';
import * as uploads from './migrations/0027-uploads.ts';
import * as linesOfBulkFiles from './migrations/0028-lines-of-bulk-files.ts';
import * as deedsInNotices from './migrations/0029-deeds-in-notices.ts';
import * as watchedFiles from './migrations/0030-watched-files.ts';
import * as exportTemplatesAndLinks from './migrations/0031-export-templates-and-links.ts';
import * as bytesOfImports from './migrations/0032-bytes-of-imports.ts';
import * as similarKeys from './migrations/0033-similar-keys.ts';
import * as countsAndStatistics from './migrations/0034-counts-and-statistics.ts';
import * as keptCounts from './migrations/0035-kept-counts.ts';
import * as exportsThatComeBack from './migrations/0036-exports-that-come-back.ts';
import * as changesOfMarks from './migrations/0037-changes-of-marks.ts';
import * as keysOfAllMachines from './migrations/0038-keys-of-all-machines.ts';
import * as rulesForNewProducts from './migrations/0039-rules-for-new-products.ts';
import * as claimsOfImports from './migrations/0040-claims-of-imports.ts';
import * as boundedRows from './migrations/0041-bounded-rows.ts';
import * as deletingWhatWasCollected from './migrations/0042-deleting-what-was-collected.ts';
import * as settledSearchIndexes from './migrations/0043-settled-search-indexes.ts';
import * as collectedInOrder from './migrations/0044-collected-in-order.ts';
import * as settledKeys from './migrations/0045-settled-keys.ts';
import * as analysedBeside from './migrations/0046-analysed-beside.ts';

/** In the order they are applied. A name never changes once a version with it was released. */
const migrations: Record<string, Migration> = {
  '0001-merchants-and-accounts': merchantsAndAccounts,
  '0002-signing-in': signingIn,
  '0003-system': system,
  '0004-messages-and-notifications': messagesAndNotifications,
  '0005-runs': runs,
  '0006-collecting': collecting,
  '0007-products': products,
  '0008-images-and-exports': imagesAndExports,
  '0009-recollecting': recollecting,
  '0010-stores': stores,
  '0011-listing': listing,
  '0012-listing-states': listingStates,
  '0013-schedules-and-copies': schedulesAndCopies,
  '0014-plans-and-orders': plansAndOrders,
  '0015-team-and-news': teamAndNews,
  '0016-upkeep': upkeep,
  '0017-history-by-cell': historyByCell,
  '0018-bulk-edits': bulkEdits,
  '0019-edit-rules': editRules,
  '0020-pages-and-bin': pagesAndBin,
  '0021-alarms-and-origins': alarmsAndOrigins,
  '0022-product-list': productList,
  '0023-packed-contents': packedContents,
  '0024-plain-states': plainStates,
  '0025-imports': imports,
  '0026-own-values': ownValues,
  '0027-uploads': uploads,
  '0028-lines-of-bulk-files': linesOfBulkFiles,
  '0029-deeds-in-notices': deedsInNotices,
  '0030-watched-files': watchedFiles,
  '0031-export-templates-and-links': exportTemplatesAndLinks,
  '0032-bytes-of-imports': bytesOfImports,
  '0033-similar-keys': similarKeys,
  '0034-counts-and-statistics': countsAndStatistics,
  '0035-kept-counts': keptCounts,
  '0036-exports-that-come-back': exportsThatComeBack,
  '0037-changes-of-marks': changesOfMarks,
  '0038-keys-of-all-machines': keysOfAllMachines,
  '0039-rules-for-new-products': rulesForNewProducts,
  '0040-claims-of-imports': claimsOfImports,
  '0041-bounded-rows': boundedRows,
  '0042-deleting-what-was-collected': deletingWhatWasCollected,
  '0043-settled-search-indexes': settledSearchIndexes,
  '0044-collected-in-order': collectedInOrder,
  '0045-settled-keys': settledKeys,
  '0046-analysed-beside': analysedBeside,
};

/** The names of all migrations that this program knows, in the order in which they are applied. */
export const knownMigrations: readonly string[] = Object.keys(migrations).sort();
const newestMigration = knownMigrations.at(-1) ?? '';

/** An arbitrary number that nothing else locks; one lock for each database. */
const lockKey = 7_246_021_881;
const versionMin = 150_000;

/**
 * Brings the database to what this program expects: roles, tables, rights. If two processes start at once, one does it
 * and the other waits. Running it again changes nothing. Throws `DatabaseUnusable` with a sentence for the person who
 * started the program.
 * @param adminUrl a role that may create tables and roles
 * @param upTo the last migration to apply, by name; the newest one unless a backup of an older schema is to be loaded
 */
export async function migrate(adminUrl: string, upTo = newestMigration): Promise<void> {
  const client = await connect(adminUrl, 'bowerbird migration');
  try {
    await requireVersion(client);
    await client.query('select pg_advisory_lock($1)', [lockKey]);
    // Before anything is changed.
    refuseForeign(await appliedMigrations(client), knownMigrations);
    await makeRoles(client);
    await client.query('create extension if not exists pg_trgm');
    await client.query(`create schema if not exists pgboss authorization ${jobsRole}`);
    await applyMigrations(adminUrl, upTo);
    await client.query(rights);
  } finally {
    await client.end();
  }
}

async function requireVersion(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ number: number; version: string }>(
    `select current_setting('server_version_num')::int as number, current_setting('server_version') as version`,
  );
  const [server] = rows;
  if (!server || server.number < versionMin) {
    throw new DatabaseUnusable(
      `The database is PostgreSQL ${server?.version}; Bowerbird needs 15 or newer. Let DATABASE_URL name a newer server, or ` +
        'leave it out to use the one that comes with Bowerbird.',
    );
  }
}

/**
 * Applies the missing migrations and the rights inside a transaction of the caller: they are committed with the
 * caller's own changes, or not at all. The caller has already created the roles with `migrate`.
 */
export async function migrateWithin<Database>(transaction: Transaction<Database>): Promise<void> {
  await migrateTo(transaction, newestMigration);
  await sql.raw(rights).execute(transaction);
}

async function applyMigrations(adminUrl: string, upTo: string): Promise<void> {
  const pool = new pg.Pool({ connectionString: adminUrl, max: 1, application_name: 'bowerbird migration' });
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  try {
    await migrateTo(db, upTo);
  } finally {
    await db.destroy();
  }
}

async function migrateTo<Database>(db: Kysely<Database>, upTo: string): Promise<void> {
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => migrations },
    migrationTableSchema: 'migration',
  });
  // `migrateTo` would also migrate back down to it.
  const { error } =
    upTo === newestMigration ? await migrator.migrateToLatest() : await migrator.migrateTo(upTo);
  if (error) {
    throw error;
  }
}

const rights = `
  grant usage on schema public to ${appRole};
  grant select, insert, update, delete on all tables in schema public to ${appRole};
  grant usage, select on all sequences in schema public to ${appRole};
  alter default privileges in schema public grant select, insert, update, delete on tables to ${appRole};
  alter default privileges in schema public grant usage, select on sequences to ${appRole};
  grant usage on schema migration to ${appRole};
  grant select on migration.kysely_migration to ${appRole};
`;
