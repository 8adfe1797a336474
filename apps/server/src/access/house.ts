import { AppError } from '@bowerbird/contract/errors';
import type { OperandExpression, SqlBool } from 'kysely';
import { sql } from 'kysely';
import { asOwner, type Db, type OwnerDb } from '../db/database.ts';
import type { Call } from '../http/serve.ts';

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

/** The owner clause: this column names this house. */
export function isOf(column: string, house: House): OperandExpression<SqlBool> {
  return house === null
    ? sql<SqlBool>`${sql.ref(column)} is null`
    : sql<SqlBool>`${sql.ref(column)} = ${house}`;
}

/** One change of people or roles at a time in a house, so that two at once can't each leave the last manager to the other. */
export async function oneAtATime(db: OwnerDb, house: House): Promise<void> {
  await sql`select pg_advisory_xact_lock(7133002, hashtext(${house ?? 'administrators'}))`.execute(db);
}

/** Throws `permission.missing` for a merchant's people, whatever their role says. */
export function requireAdministrator(call: Call, permission: string, action: string): void {
  if (call.user.ownerId !== null) {
    throw new AppError('permission.missing', 'only administrators', { params: { permission, action } });
  }
}
