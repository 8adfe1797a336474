import type { ProductFilter } from '@bowerbird/contract/products/products';
import { expressionBuilder, sql } from 'kysely';
import type { OwnerDb } from '../../db/database.ts';
import { type Counted, counting, roundBelow } from '../../db/pages/counting.ts';
import type { Tables } from '../../db/schema.ts';
import { whereFilter } from './filter.ts';
import { countAllProducts } from './kept-counts.ts';

/** Counts the matches of a filter that many products match, as far as that is quick. At least `shown` match. */
export async function countMatches(
  db: OwnerDb,
  ownerId: string,
  filter: ProductFilter,
  shown: number,
): Promise<Counted> {
  const all = await countAllProducts(db, ownerId);
  if (all <= counting.wholeShop) {
    const { rows } = await wholeQuery(db, ownerId, filter).execute(db);
    const count = rows[0]?.count ?? 0;
    return count > counting.matches
      ? { total: counting.matches, totalIsEstimate: true }
      : { total: count, totalIsEstimate: false };
  }
  const { rows } = await sampleQuery(db, ownerId, filter).execute(db);
  return { total: roundBelow(Math.max(rows[0]?.count ?? 0, shown)), totalIsEstimate: true };
}

function wholeQuery(db: OwnerDb, ownerId: string, filter: ProductFilter) {
  const some = db
    .selectFrom('own_product')
    .select(sql`1`.as('one'))
    .where(whereFilter(ownerId, filter))
    .limit(counting.matches + 1);
  return sql<{ count: number }>`select count(*)::integer as count from (${some}) as few`;
}

/** Builds the query of the matches among the last products that were made. */
export function sampleQuery(db: OwnerDb, ownerId: string, filter: ProductFilter) {
  const last = db
    .selectFrom('own_product')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .orderBy('id', 'desc')
    .limit(counting.newest);
  const where = whereFilter(ownerId, filter, 'by looking')(expressionBuilder<Tables, 'own_product'>());
  return sql<{
    count: number;
  }>`select count(*)::integer as count from (${last}) as own_product where ${where}`;
}
