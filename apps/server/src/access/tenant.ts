import { isDeepStrictEqual } from 'node:util';
import { AppError } from '@bowerbird/contract/errors';
import type { OperandExpression, SqlBool } from 'kysely';
import { sql } from 'kysely';
import { asOwner, type Db, type OwnerDb } from '../db/database.ts';
import type { Call } from '../http/serve.ts';
import type { SignedIn } from '../http/signed-in.ts';

/** Owner of people, roles and an organisation: a merchant's id, or null for the administrators. */
export type Tenant = string | null;

/** Runs the work in a transaction that sees only what belongs to this owner. */
export function inTenant<T>(db: Db, tenant: Tenant, work: (db: OwnerDb) => Promise<T>): Promise<T> {
  return tenant === null ? db.transaction().execute(work) : asOwner(db, tenant, work);
}

/** Runs the work for the caller's own owner. */
export function inOwnTenant<T>(call: Call, work: (db: OwnerDb, tenant: Tenant) => Promise<T>): Promise<T> {
  const tenant = call.user.ownerId;
  return inTenant(call.services.db, tenant, (db) => work(db, tenant));
}

/** Runs one change for this owner at a time and records its audit event in the same transaction. */
export function changeTenant<T>(call: Call, tenant: Tenant, change: (db: OwnerDb) => Promise<T>): Promise<T> {
  return inTenant(call.services.db, tenant, async (db) => {
    await oneAtATime(db, tenant, call.user);
    const changed = await change(db);
    await call.record(db);
    return changed;
  });
}

/** Runs the change for the caller's own owner. */
export function changeOwnTenant<T>(
  call: Call,
  change: (db: OwnerDb, tenant: Tenant) => Promise<T>,
): Promise<T> {
  const tenant = call.user.ownerId;
  return changeTenant(call, tenant, (db) => change(db, tenant));
}

/** Builds the owner clause: the column names this owner. */
export function isOf(column: string, tenant: Tenant): OperandExpression<SqlBool> {
  return tenant === null
    ? sql<SqlBool>`${sql.ref(column)} is null`
    : sql<SqlBool>`${sql.ref(column)} = ${tenant}`;
}

/**
 * Allows one change of people or roles at a time for an owner, so that two concurrent changes can't each rely on the
 * other to leave the last manager. Checks the caller's rights again once the lock is held: throws `permission.missing`
 * if the caller was disabled or their role was changed while waiting.
 */
export async function oneAtATime(db: OwnerDb, tenant: Tenant, caller: SignedIn | null): Promise<void> {
  await sql`select pg_advisory_xact_lock(7133002, hashtext(${tenant ?? 'administrators'}))`.execute(db);
  if (caller === null) {
    return;
  }
  const now = await db
    .selectFrom('user')
    .innerJoin('role', 'role.id', 'user.role_id')
    .select(['role.id', 'role.permissions'])
    .where('user.id', '=', caller.id)
    .where('user.status', '=', 'active')
    .where('role.status', '=', 'active')
    .executeTakeFirst();
  if (now?.id !== caller.role.id || !isDeepStrictEqual(now.permissions, caller.role.permissions)) {
    throw new AppError('permission.missing', 'the caller was changed meanwhile', {
      params: { permission: 'user', action: 'edit' },
    });
  }
}
