import type { ProductFilter } from '@bowerbird/contract/products/products';
import { type SqlBool, sql } from 'kysely';
import { z } from 'zod';
import type { OwnerDb } from '../../db/database.ts';
import { readCursor, writeCursor } from '../../db/keyset-cursor.ts';
import { rowColumns } from '../write/rows.ts';
import { whereFilter } from './filter.ts';
import { orderOf, type ProductSort } from './orders.ts';

export interface ProductListRequest {
  filter: ProductFilter;
  sort: ProductSort;
  direction: 'asc' | 'desc';
  cursor?: string | undefined;
  limit: number;
}

/**
 * Returns one page of the product list, the total number of matches, and the cursor of the next page. Paging to the end
 * yields every product that keeps its position exactly once, whatever is written meanwhile.
 */
export async function listProducts(db: OwnerDb, ownerId: string, request: ProductListRequest) {
  const counted = await countProducts(db, ownerId, request.filter);
  const rows =
    counted.total === 0 ? [] : await pageQuery(db, ownerId, request, !counted.totalIsEstimate).execute();
  const last = rows.length === request.limit ? rows.at(-1) : undefined;
  return {
    rows,
    ...counted,
    nextCursor: last ? writeCursor({ ...request, value: last.sort_value, id: last.id }) : null,
  };
}

/**
 * Builds the query of one page. Few matches are found by the filter and then sorted; many matches are found quickly by
 * walking the sort index. The choice is not left to the planner, which only estimates the number.
 */
export function pageQuery(db: OwnerDb, ownerId: string, request: ProductListRequest, matchesAreFew: boolean) {
  const { by, type } = orderOf[request.sort];
  const after =
    request.cursor === undefined ? undefined : readCursor(request.cursor, request.sort, request.direction);
  const beyond = sql.raw(request.direction === 'asc' ? '>' : '<');
  return (
    db
      .selectFrom('own_product')
      .select(rowColumns)
      .select(sql<string | null>`content #>> '{source,url}'`.as('source_url'))
      // As text: a Date would lose the microseconds by which rows differ.
      .select(sql<string>`${by}::text`.as('sort_value'))
      .where(whereFilter(ownerId, request.filter))
      .$if(after !== undefined, (query) =>
        query.where(
          sql<SqlBool>`(${by}, id) ${beyond} (${after?.value}::${sql.raw(type)}, ${after?.id}::uuid)`,
        ),
      )
      .$if(matchesAreFew, (query) => query.orderBy(sql`(${by}, id)`, request.direction))
      .$if(!matchesAreFew, (query) => query.orderBy(by, request.direction).orderBy('id', request.direction))
      .limit(request.limit)
  );
}

/** Matches are counted exactly up to this number; beyond it, the planner's estimate is returned. */
const exactMax = 10_000;

export async function countProducts(
  db: OwnerDb,
  ownerId: string,
  filter: ProductFilter,
): Promise<{ total: number; totalIsEstimate: boolean }> {
  const matching = db.selectFrom('own_product').where(whereFilter(ownerId, filter));
  const { count } = await db
    .selectFrom(
      matching
        .select(sql`1`.as('one'))
        .limit(exactMax + 1)
        .as('some'),
    )
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  if (Number(count) <= exactMax) {
    return { total: Number(count), totalIsEstimate: false };
  }
  const [plan] = await matching.select('id').explain('json');
  return { total: Math.max(exactMax + 1, estimateOf(plan)), totalIsEstimate: true };
}

const Explained = z.object({
  'QUERY PLAN': z.tuple([z.object({ Plan: z.object({ 'Plan Rows': z.number() }) })]),
});

function estimateOf(plan: unknown): number {
  return Explained.parse(plan)['QUERY PLAN'][0].Plan['Plan Rows'];
}
