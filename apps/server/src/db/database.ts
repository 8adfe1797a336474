import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely';
import pg from 'pg';
import Cursor from 'pg-cursor';
import { appRole, connectionAs, refuseUnguardedRole } from './roles.ts';
import type { Tables } from './schema.ts';

export type Db = Kysely<Tables>;
/** A transaction in which only one owner's rows can be seen. */
export type OwnerDb = Transaction<Tables>;

export interface Database {
  db: Db;
  pool: pg.Pool;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  connectionsMax?: number;
  /** Told of a connection that broke while nobody used it; the next query opens another. */
  connectionLost?: (error: Error) => void;
}

/**
 * Opens the database as the role that row-level security holds. Nothing is connected yet: the first query connects, and
 * fails with `DatabaseUnusable` when the role is one that the database lets see everything.
 */
export function openDatabase(url: string, options: DatabaseOptions = {}): Database {
  let guarded = false;
  const pool = new pg.Pool({
    ...connectionAs(url, appRole),
    application_name: 'bowerbird',
    max: options.connectionsMax ?? 10,
    async onConnect(client) {
      client.on('error', ignore);
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
