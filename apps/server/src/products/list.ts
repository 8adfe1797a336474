import type { ProductFilter, productSorts } from '@bowerbird/contract/products';
import { type SqlBool, sql } from 'kysely';
import { z } from 'zod';
import type { OwnerDb } from '../db/database.ts';
import { readCursor, writeCursor } from '../db/keyset-cursor.ts';
import { whereFilter } from './filter.ts';
import { rowColumns } from './rows.ts';

export type ProductSort = (typeof productSorts)[number];

export interface ProductListAsk {
  filter: ProductFilter;
  sort: ProductSort;
  direction: 'asc' | 'desc';
  cursor?: string | undefined;
  limit: number;
}

/** Each with an index on owner, column and id, which is read in either direction. */
const sortColumns = {
  updated: { column: 'updated_at', type: 'timestamptz' },
  created: { column: 'created_at', type: 'timestamptz' },
  title: { column: 'title_order', type: 'text' },
  price: { column: 'price_order', type: 'numeric' },
  stock: { column: 'stock_order', type: 'integer' },
} as const satisfies Record<ProductSort, { column: string; type: string }>;

/**
 * One page of the product list, how many match in all, and where the next page begins. Paged to the end, every product
 * that keeps its place in the order comes exactly once, whatever is written meanwhile.
 */
export async function listProducts(db: OwnerDb, ownerId: string, ask: ProductListAsk) {
  const counted = await countProducts(db, ownerId, ask.filter);
  const rows =
    counted.total === 0 ? [] : await pageQuery(db, ownerId, ask, !counted.totalIsEstimate).execute();
  const last = rows.length === ask.limit ? rows.at(-1) : undefined;
  return {
    rows,
    ...counted,
    nextCursor: last ? writeCursor({ ...ask, value: last.sort_value, id: last.id }) : null,
  };
}

/**
 * The statement of one page. Few matches are found by the filter and then sorted; many are met soon by walking the
 * order's own index. The planner, which guesses how many they are, is not left to choose.
 */
export function pageQuery(db: OwnerDb, ownerId: string, ask: ProductListAsk, matchesAreFew: boolean) {
  const { column, type } = sortColumns[ask.sort];
  const after = ask.cursor === undefined ? undefined : readCursor(ask.cursor, ask.sort, ask.direction);
  const beyond = sql.raw(ask.direction === 'asc' ? '>' : '<');
  return (
    db
      .selectFrom('own_product')
      .select(rowColumns)
      .select(sql<string | null>`content #>> '{source,url}'`.as('source_url'))
      // As text: a Date would lose the microseconds by which rows differ.
      .select(sql<string>`${sql.ref(column)}::text`.as('sort_value'))
      .where(whereFilter(ownerId, ask.filter))
      .$if(after !== undefined, (query) =>
        query.where(
          sql<SqlBool>`(${sql.ref(column)}, id) ${beyond} (${after?.value}::${sql.raw(type)}, ${after?.id}::uuid)`,
        ),
      )
      .$if(matchesAreFew, (query) => query.orderBy(sql`(${sql.ref(column)}, id)`, ask.direction))
      .$if(!matchesAreFew, (query) => query.orderBy(column, ask.direction).orderBy('id', ask.direction))
      .limit(ask.limit)
  );
}

/** Up to here the products that match are counted; beyond, the planner's estimate is told. */
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
