import { AppError } from '@bowerbird/contract/errors';
import { sql } from 'kysely';
import type { Db, OwnerDb } from '../db/database.ts';
import type { Call } from '../http/serve.ts';

/** Does the work in one transaction that sees every merchant's orders and terms, and of their goods nothing. */
export function inBooks<T>(db: Db, work: (db: OwnerDb) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (transaction) => {
    await sql`select set_config('app.billing', 'on', true)`.execute(transaction);
    return work(transaction);
  });
}

/** The same for an administrator; whoever belongs to a merchant is refused, whatever their role says. */
export function asHouse<T>({ user, services }: Call, work: (db: OwnerDb) => Promise<T>): Promise<T> {
  requireHouse(user);
  return inBooks(services.db, work);
}

/** A change that an administrator makes there, with its audit event in the same transaction. */
export function changeAsHouse<T>(call: Call, change: (db: OwnerDb) => Promise<T>): Promise<T> {
  return asHouse(call, async (db) => {
    const changed = await change(db);
    await call.record(db);
    return changed;
  });
}

export function requireHouse(user: Call['user']): void {
  if (user.ownerId !== null) {
    throw new AppError('permission.missing', 'only administrators', {
      params: { permission: 'support', action: 'query' },
    });
  }
}
