import { comparePrices } from '@bowerbird/catalog/pricing/price';
import { type RawBuilder, type SqlBool, sql } from 'kysely';

/** The columns with the prices of a product's variants. */
export interface PriceColumns {
  /** The least price, or `unknown`, as an index has it. */
  order: RawBuilder<unknown>;
  /** What stands for no price, below all others. */
  unknown: RawBuilder<unknown>;
  least: RawBuilder<unknown>;
  greatest: RawBuilder<unknown>;
}

/**
 * Builds the conditions that a product has prices in a range, either end of which may be missing. The most expensive variant is
 * compared with the lower bound and the cheapest with the upper one: some variant lies in
 * the range, or variants lie on both sides of it. So either the cheapest lies in the range, or it is one of several
 * prices that span part of the range.
 */
export function priceConditions(
  { order, unknown, least, greatest }: PriceColumns,
  low: string | undefined,
  high: string | undefined,
): RawBuilder<SqlBool>[] {
  if (low === undefined && high === undefined) {
    return [];
  }
  const cheapest = [
    ...(low === undefined ? [] : [sql<SqlBool>`${order} >= ${low}::numeric`]),
    ...(high === undefined ? [] : [sql<SqlBool>`${order} <= ${high}::numeric`]),
    sql<SqlBool>`${order} > ${unknown}`,
  ];
  if (low === undefined) {
    return cheapest;
  }
  const span = sql`${greatest} > ${least} and numrange(${least}, ${greatest}, '[]')`;
  if (high !== undefined && comparePrices(low, high) > 0) {
    return [sql<SqlBool>`(${span} @> numrange(${high}::numeric, ${low}::numeric, '[]'))`];
  }
  return [
    sql<SqlBool>`((${sql.join(cheapest, sql` and `)}) or (${span} && numrange(${low}::numeric, ${high ?? null}::numeric, '[]')))`,
  ];
}
