import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import pg from 'pg';
import { connect } from './connect.ts';
import * as house from './migrations/0001-house.ts';
import * as catalogue from './migrations/0002-catalogue.ts';
import * as listing from './migrations/0003-listing.ts';
import * as openRuns from './migrations/0004-open-runs.ts';
import * as people from './migrations/0005-people.ts';
import * as messages from './migrations/0006-messages.ts';
import * as account from './migrations/0007-account.ts';
import * as access from './migrations/0008-access.ts';
import * as news from './migrations/0009-news.ts';
import * as billing from './migrations/0010-billing.ts';
import * as tasks from './migrations/0011-tasks.ts';
import * as notifications from './migrations/0012-notifications.ts';
import * as insights from './migrations/0013-insights.ts';
import * as plugin from './migrations/0014-plugin.ts';
import * as recollect from './migrations/0015-recollect.ts';
import * as sources from './migrations/0016-sources.ts';
import * as fruitless from './migrations/0018-fruitless.ts';
import * as forgetting from './migrations/0019-forgetting.ts';
import * as results from './migrations/0020-results.ts';
import * as shopPictures from './migrations/0020-shop-pictures.ts';
import * as renewal from './migrations/0021-renewal.ts';
import * as storeManner from './migrations/0022-store-manner.ts';
import * as storeRules from './migrations/0023-store-rules.ts';
import * as afterListing from './migrations/0024-after-listing.ts';
import * as bulkOperations from './migrations/0025-bulk-operations.ts';
import * as schedulesAndCopies from './migrations/0026-schedules-and-copies.ts';
import * as conflicts from './migrations/0027-conflicts.ts';
import * as listingStates from './migrations/0028-listing-states.ts';
import * as takenDown from './migrations/0029-taken-down.ts';
import * as endedGrants from './migrations/0030-ended-grants.ts';
import * as priceGuard from './migrations/0031-price-guard.ts';
import * as rejections from './migrations/0032-rejections.ts';
import * as changedSinceListed from './migrations/0033-changed-since-listed.ts';
import * as menuWindows from './migrations/0034-menu-windows-and-role-makers.ts';
import * as providerPages from './migrations/0035-provider-pages.ts';
import * as storeCategories from './migrations/0036-store-categories.ts';
import * as uploadedImages from './migrations/0037-uploaded-images.ts';
import * as ownPast from './migrations/0038-own-past.ts';
import * as followedChanges from './migrations/0039-followed-changes.ts';
import * as visibility from './migrations/0040-visibility.ts';
import * as storeAudit from './migrations/0041-store-audit.ts';
import * as owedChecks from './migrations/0042-owed-checks.ts';
import * as attemptsCounted from './migrations/0043-attempts-counted.ts';
import * as resourceAttempts from './migrations/0044-resource-attempts.ts';
import * as listingPreparation from './migrations/0046-listing-preparation.ts';
import * as productsWithoutPrice from './migrations/0047-products-without-price.ts';
import * as stockOnRequest from './migrations/0048-stock-on-request.ts';
import * as exportNotices from './migrations/0049-export-notices.ts';
import * as idleSessions from './migrations/0050-idle-sessions.ts';
import * as tries from './migrations/0051-tries.ts';
import * as sealedTotals from './migrations/0052-sealed-totals.ts';
import * as ownTablesLast from './migrations/0053-own-tables-last.ts';
import * as stockOfWatchesAndTasks from './migrations/0054-stock-of-watches-and-tasks.ts';
import { appRole, jobsRole, makeRoles } from './roles.ts';
import { DatabaseUnusable } from './unusable.ts';

/** In the order they are applied. A name never changes once it was applied anywhere. */
const migrations: Record<string, Migration> = {
  '0001-house': house,
  '0002-catalogue': catalogue,
  '0003-listing': listing,
  '0004-open-runs': openRuns,
  '0005-people': people,
  '0006-messages': messages,
  '0007-account': account,
  '0008-access': access,
  '0009-news': news,
  '0010-billing': billing,
  '0011-tasks': tasks,
  '0012-notifications': notifications,
  '0013-insights': insights,
  '0014-plugin': plugin,
  '0015-recollect': recollect,
  '0016-sources': sources,
  '0018-fruitless': fruitless,
  '0019-forgetting': forgetting,
  '0020-shop-pictures': shopPictures,
  '0020-results': results,
  '0021-renewal': renewal,
  '0022-store-manner': storeManner,
  '0023-store-rules': storeRules,
  '0024-after-listing': afterListing,
  '0025-bulk-operations': bulkOperations,
  '0026-schedules-and-copies': schedulesAndCopies,
  '0027-conflicts': conflicts,
  '0028-listing-states': listingStates,
  '0029-taken-down': takenDown,
  '0030-ended-grants': endedGrants,
  '0031-price-guard': priceGuard,
  '0032-rejections': rejections,
  '0033-changed-since-listed': changedSinceListed,
  '0034-menu-windows-and-role-makers': menuWindows,
  '0035-provider-pages': providerPages,
  '0036-store-categories': storeCategories,
  '0037-uploaded-images': uploadedImages,
  '0038-own-past': ownPast,
  '0039-followed-changes': followedChanges,
  '0040-visibility': visibility,
  '0041-store-audit': storeAudit,
  '0042-owed-checks': owedChecks,
  '0043-attempts-counted': attemptsCounted,
  '0044-resource-attempts': resourceAttempts,
  '0046-listing-preparation': listingPreparation,
  '0047-products-without-price': productsWithoutPrice,
  '0048-stock-on-request': stockOnRequest,
  '0049-export-notices': exportNotices,
  '0050-idle-sessions': idleSessions,
  '0051-tries': tries,
  '0052-sealed-totals': sealedTotals,
  '0053-own-tables-last': ownTablesLast,
  '0054-stock-of-watches-and-tasks': stockOfWatchesAndTasks,
};

/** The names of all migrations that this program knows, in the order they are applied. */
export const knownMigrations: readonly string[] = Object.keys(migrations).sort();
const newestMigration = knownMigrations.at(-1) ?? '';

/** Any number that nobody else locks; one lock for each database. */
const lockKey = 7_246_021_881;
const versionMin = 150_000;

/**
 * Brings the database to what this program expects: roles, tables, rights. Of two that start at once, one does it and
 * the other waits. Run again, it changes nothing.
 * Throws `DatabaseUnusable` with a sentence for the person who started the program.
 * @param adminUrl a role that may create tables and roles
 * @param upTo the last migration to apply, by name; the newest one unless a backup of an older schema is to be loaded
 */
export async function migrate(adminUrl: string, upTo = newestMigration): Promise<void> {
  const client = await connect(adminUrl, 'bowerbird migration');
  try {
    await requireVersion(client);
    await client.query('select pg_advisory_lock($1)', [lockKey]);
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
 * Applies the migrations that are missing inside a transaction of the caller's, and the rights: all of it comes about with the
 * caller's own changes, or none. The caller has made the roles by `migrate` before.
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
    await refuseNewerDatabase(db);
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
  // The other call would also go back to it.
  const { error } =
    upTo === newestMigration ? await migrator.migrateToLatest() : await migrator.migrateTo(upTo);
  if (error) {
    throw error;
  }
}

/** What to do about a migration that this program does not know. */
export function newerDatabase(migration: string): DatabaseUnusable {
  return new DatabaseUnusable(
    `The database was changed by a newer Bowerbird (${migration}). Start that newer version, or use another data folder.`,
  );
}

async function refuseNewerDatabase(db: Kysely<unknown>): Promise<void> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some(({ schema, name }) => schema === 'migration' && name === 'kysely_migration')) {
    return;
  }
  const applied = await db
    .withTables<{ 'migration.kysely_migration': { name: string } }>()
    .selectFrom('migration.kysely_migration')
    .select('name')
    .execute();
  const unknown = applied.find(({ name }) => !(name in migrations));
  if (unknown) {
    throw newerDatabase(unknown.name);
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
