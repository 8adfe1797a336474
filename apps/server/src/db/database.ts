import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely';
import pg from 'pg';
import Cursor from 'pg-cursor';
import { refuseUnguardedRole } from './connecting/guard.ts';
import { keepPlans, plannedOnce } from './connecting/planned-once.ts';
import { endWhenSilent } from './connecting/silence.ts';
import { storedTypes } from './connecting/stored-types.ts';
import type { Tables } from './schema.ts';

export type Db = Kysely<Tables>;
/** A transaction in which only one owner's rows can be seen. */
export type OwnerDb = Transaction<Tables>;

export interface Database {
  db: Db;
  pool: pg.Pool;
  close(): Promise<void>;
}

/** How long a query waits for a connection, new or free. */
const connectionWaitMs = 30_000;
/**
 * How long the database may leave a query without a response: a legitimate statement over all products of a large
 * merchant takes less.
 */
const silenceMs = 300_000;

export interface DatabaseOptions {
  connectionsMax?: number;
  /** Milliseconds after which a connection is closed if its query gets no response; 300,000 by default. */
  silenceMs?: number;
  /** False behind a pooler of transactions, where no session can keep a plan; true by default. */
  keepsPlans?: boolean;
  /** Called when an idle connection broke; the next query opens another. */
  connectionLost?: (error: Error) => void;
}

/**
 * Opens the database as the program's own login (`Addresses.app`), to which row-level security applies. Does not
 * connect yet: the first query connects, and fails with `DatabaseUnusable` if the login can see everything, or may
 * become a role that can.
 */
export function openDatabase(url: string, options: DatabaseOptions = {}): Database {
  let guarded = false;
  const pool = new pg.Pool({
    connectionString: url,
    application_name: 'bowerbird',
    max: options.connectionsMax ?? 10,
    connectionTimeoutMillis: connectionWaitMs,
    types: storedTypes,
    async onConnect(client) {
      client.on('error', ignore);
      endWhenSilent(client, options.silenceMs ?? silenceMs);
      if (options.keepsPlans ?? true) {
        keepPlans(client);
      }
      if (!guarded) {
        await refuseUnguardedRole(client);
        guarded = true;
      }
    },
  });
  pool.on('error', options.connectionLost ?? ignore);
  const db: Db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool, cursor: Cursor }) });
  return { db, pool, close: () => db.destroy() };
}

/** A broken connection fails its query and is reported by the pool; without a listener it would end the program. */
function ignore(): void {}

/** Runs the work in one transaction that sees and writes only this owner's rows. */
export function asOwner<T>(db: Db, ownerId: string, work: (db: OwnerDb) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (transaction) => {
    await sql`select set_config('app.owner', ${ownerId}, true) ${plannedOnce}`.execute(transaction);
    return work(transaction);
  });
}
