import { AppError } from '@bowerbird/contract/errors';
import { sql } from 'kysely';
import type { Db, OwnerDb } from '../../db/database.ts';
import type { Call } from '../../http/serve.ts';

/** Runs the work in one transaction that sees every merchant's orders and terms, and nothing of their products. */
export function inBilling<T>(db: Db, work: (db: OwnerDb) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (transaction) => {
    await sql`select set_config('app.billing', 'on', true)`.execute(transaction);
    return work(transaction);
  });
}

/** Runs the work for an administrator; refuses people of a merchant, whatever their role allows. */
export function asAdministrator<T>({ user, services }: Call, work: (db: OwnerDb) => Promise<T>): Promise<T> {
  requireTenant(user);
  return inBilling(services.db, work);
}

/**
 * Runs a change by an administrator on every merchant's orders and terms, with its audit event in the same transaction.
 */
export function changeAsAdministrator<T>(call: Call, change: (db: OwnerDb) => Promise<T>): Promise<T> {
  return asAdministrator(call, async (db) => {
    const changed = await change(db);
    await call.record(db);
    return changed;
  });
}

export function requireTenant(user: Call['user']): void {
  if (user.ownerId !== null) {
    throw new AppError('permission.missing', 'only administrators', {
      params: { permission: 'support', action: 'query' },
    });
  }
}
