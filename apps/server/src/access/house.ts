import { isDeepStrictEqual } from 'node:util';
import { AppError } from '@bowerbird/contract/errors';
import type { OperandExpression, SqlBool } from 'kysely';
import { sql } from 'kysely';
import { asOwner, type Db, type OwnerDb } from '../db/database.ts';
import type { Call } from '../http/serve.ts';
import type { SignedIn } from '../http/signed-in.ts';

/** Whose people, roles and organisation: a merchant's id, or null for the administrators. */
export type House = string | null;

/** Does the work in a transaction that sees what belongs to this house only. */
export function inHouse<T>(db: Db, house: House, work: (db: OwnerDb) => Promise<T>): Promise<T> {
  return house === null ? db.transaction().execute(work) : asOwner(db, house, work);
}

/** The same for the caller's own house. */
export function inOwnHouse<T>(call: Call, work: (db: OwnerDb, house: House) => Promise<T>): Promise<T> {
  const house = call.user.ownerId;
  return inHouse(call.services.db, house, (db) => work(db, house));
}

/** One change of this house at a time, and the audit event of it, in the same transaction. */
export function changeHouse<T>(call: Call, house: House, change: (db: OwnerDb) => Promise<T>): Promise<T> {
  return inHouse(call.services.db, house, async (db) => {
    await oneAtATime(db, house, call.user);
    const changed = await change(db);
    await call.record(db);
    return changed;
  });
}

/** The same for the caller's own house. */
export function changeOwnHouse<T>(call: Call, change: (db: OwnerDb, house: House) => Promise<T>): Promise<T> {
  const house = call.user.ownerId;
  return changeHouse(call, house, (db) => change(db, house));
}

/** The owner clause: this column names this house. */
export function isOf(column: string, house: House): OperandExpression<SqlBool> {
  return house === null
    ? sql<SqlBool>`${sql.ref(column)} is null`
    : sql<SqlBool>`${sql.ref(column)} = ${house}`;
}

/**
 * One change of people or roles at a time in a house, so that two at once can't each leave the last manager to the other.
 * Who calls is what they still are when their turn comes: throws `permission.missing` where they were disabled or their
 * role was changed while they waited.
 */
export async function oneAtATime(db: OwnerDb, house: House, caller: SignedIn | null): Promise<void> {
  await sql`select pg_advisory_xact_lock(7133002, hashtext(${house ?? 'administrators'}))`.execute(db);
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
