import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely';
import pg from 'pg';
import Cursor from 'pg-cursor';
import { refuseUnguardedRole } from './guard.ts';
import type { Tables } from './schema.ts';
import { endWhenSilent } from './silence.ts';

export type Db = Kysely<Tables>;
/** A transaction in which only one owner's rows can be seen. */
export type OwnerDb = Transaction<Tables>;

export interface Database {
  db: Db;
  pool: pg.Pool;
  close(): Promise<void>;
}

/** So long a query waits for a connection, new or free. */
const connectionWaitMs = 30_000;
/** So long the database may say nothing to a query: an honest statement over all products of a large merchant takes less. */
const silenceMs = 300_000;

export interface DatabaseOptions {
  connectionsMax?: number;
  /** Milliseconds after which a connection is ended whose query hears nothing; 300,000 by default. */
  silenceMs?: number;
  /** Told of a connection that broke while nobody used it; the next query opens another. */
  connectionLost?: (error: Error) => void;
}

/**
 * Opens the database as the program's own login (`Addresses.app`), which row-level security holds. Nothing is connected yet: the first
 * query connects, and fails with `DatabaseUnusable` when the login is one that sees everything, or may become such a one.
 */
export function openDatabase(url: string, options: DatabaseOptions = {}): Database {
  let guarded = false;
  const pool = new pg.Pool({
    connectionString: url,
    application_name: 'bowerbird',
    max: options.connectionsMax ?? 10,
    connectionTimeoutMillis: connectionWaitMs,
    async onConnect(client) {
      client.on('error', ignore);
      endWhenSilent(client, options.silenceMs ?? silenceMs);
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

/** A broken connection fails the query it carries and is reported by the pool; without a listener it would end the program. */
function ignore(): void {}

/** Does the work in one transaction that sees and writes the rows of this owner only. */
export function asOwner<T>(db: Db, ownerId: string, work: (db: OwnerDb) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (transaction) => {
    await sql`select set_config('app.owner', ${ownerId}, true)`.execute(transaction);
    return work(transaction);
  });
}
