import { AppError, type ErrorCode } from '@bowerbird/contract/errors';
import { type RawBuilder, sql } from 'kysely';
import type { OwnerDb } from './database.ts';

/** Makes other transactions of this merchant that call it wait until this one ends. */
export async function lockOwner(db: OwnerDb, ownerId: string): Promise<void> {
  await sql`select from owner where id = ${ownerId} for no key update`.execute(db);
}

/** Tables of which a merchant may have only so many rows. */
type LimitedTable =
  | 'watch'
  | 'file_watch'
  | 'export_schedule'
  | 'export_template'
  | 'export_link'
  | 'listing_schedule'
  | 'store_rules'
  | 'product_group'
  | 'saved_item';

/**
 * Requires a place for one more row of a merchant. Callers go one after the other, so that two at once do not both take
 * the last place. Throws the given error, with the limit as its parameter `limit`.
 * @param counted which rows of the merchant count; all unless given
 */
export async function requirePlace(
  db: OwnerDb,
  ownerId: string,
  table: LimitedTable,
  { limit, tooMany }: { limit: number; tooMany: ErrorCode },
  counted: RawBuilder<unknown> = sql`true`,
): Promise<void> {
  await lockOwner(db, ownerId);
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from ${sql.table(table)} where owner_id = ${ownerId} and ${counted}
  `.execute(db);
  const count = rows[0]?.count ?? 0;
  if (count >= limit) {
    throw new AppError(tooMany, `${count} rows of ${table}`, { params: { limit } });
  }
}
