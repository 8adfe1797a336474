import { AppError } from '@bowerbird/contract/errors';
import { type LimitedTable, rowLimits } from '@bowerbird/contract/row-limits';
import { type RawBuilder, sql } from 'kysely';
import type { OwnerDb } from './database.ts';

/** Makes other transactions of this merchant that call it wait until this one ends. */
export async function lockOwner(db: OwnerDb, ownerId: string): Promise<void> {
  await sql`select from owner where id = ${ownerId} for no key update`.execute(db);
}

/**
 * Requires a place for one more row of a merchant, or of the administrators (null), in a table with `owner_id`. Callers
 * go one after the other, so that two at once do not both take the last place. Throws the error of `rowLimits`.
 * @param counted which rows of the merchant count; all unless given
 */
export async function requirePlace(
  db: OwnerDb,
  ownerId: string | null,
  table: LimitedTable,
  counted: RawBuilder<unknown> = sql`true`,
): Promise<void> {
  if (ownerId !== null) {
    await lockOwner(db, ownerId);
  }
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from ${sql.table(table)}
    where owner_id is not distinct from ${ownerId}::uuid and ${counted}
  `.execute(db);
  requireBelow(table, rows[0]?.count ?? 0);
}

/** Throws the error of `rowLimits` when so many rows leave no place for one more. */
export function requireBelow(table: LimitedTable, count: number): void {
  const { limit, tooMany } = rowLimits[table];
  if (count >= limit) {
    throw new AppError(tooMany, `${count} rows of ${table}`, { params: { limit } });
  }
}
