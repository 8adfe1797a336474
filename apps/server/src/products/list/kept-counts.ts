import type { ProductFilter } from '@bowerbird/contract/products/products';
import { type RawBuilder, sql } from 'kysely';
import { plannedOnce } from '../../db/connecting/planned-once.ts';
import type { Db, OwnerDb } from '../../db/database.ts';

/** What products are counted by; see the migration `kept-counts`. */
export type CountKind =
  | 'all'
  | 'status'
  | 'source'
  | 'vendor'
  | 'type'
  | 'tag'
  | 'category'
  | 'to-edit'
  | 'complete'
  | 'out-of-stock'
  | 'margin';

/** So many changes that are not added up yet are added up by whoever reads next. */
const changesMax = 2000;

/** Builds the query of the counts of these kinds: kind, value, platform and count, each once. */
export function kept(ownerId: string, kinds: readonly CountKind[]): RawBuilder<unknown> {
  const wanted = sql`owner_id = ${ownerId} and kind = any(${kinds}::text[])`;
  return sql`
    select kind, value, platform, sum(count) as count from (
      select kind, value, platform, count from product_count where ${wanted}
      union all select kind, value, platform, change from product_count_change where ${wanted}
    ) as each group by kind, value, platform`;
}

/** Adds the changes of the owner's counts up where there are many, so that reading them stays quick. */
export async function foldCounts(db: OwnerDb, ownerId: string): Promise<void> {
  await sql`
    select fold_product_counts(${ownerId}) where (
      select count(*) from (select from product_count_change where owner_id = ${ownerId} limit ${changesMax + 1}) as few
    ) > ${changesMax} ${plannedOnce}`.execute(db);
}

/** The same for all merchants, of whom some never open a list. */
export async function foldAllCounts(db: Db): Promise<void> {
  await sql`select fold_all_product_counts()`.execute(db);
}

/** Returns how many products the owner has. */
export async function countAllProducts(db: OwnerDb, ownerId: string): Promise<number> {
  return await sumOf(db, ownerId, 'all', null);
}

/** Returns how many products match a filter by values of one kind, or by nothing; null for any other filter. */
export async function keptTotal(db: OwnerDb, ownerId: string, filter: ProductFilter): Promise<number | null> {
  const given = Object.entries(filter).filter(([, value]) => !isNothing(value));
  const [only, ...others] = given;
  if (only === undefined) {
    return await countAllProducts(db, ownerId);
  }
  const [field, values] = only;
  const counting = kindOf[field];
  if (others.length > 0 || counting === undefined || !Array.isArray(values)) {
    return null;
  }
  const distinct = [...new Set(values.filter(Boolean).map(String))];
  if (counting.several && distinct.length > 1) {
    return null;
  }
  return await sumOf(db, ownerId, counting.kind, { column: counting.column, values: distinct });
}

function isNothing(value: unknown): boolean {
  return value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
}

interface Counting {
  kind: CountKind;
  column: 'value' | 'platform';
  /** A product can have several of these values. */
  several?: true;
}

const kindOf: Record<string, Counting | undefined> = {
  status: { kind: 'status', column: 'value' },
  platforms: { kind: 'all', column: 'platform' },
  sources: { kind: 'source', column: 'value' },
  vendors: { kind: 'vendor', column: 'value' },
  productTypes: { kind: 'type', column: 'value' },
  tags: { kind: 'tag', column: 'value', several: true },
  categories: { kind: 'category', column: 'value', several: true },
} satisfies Partial<Record<keyof ProductFilter, Counting>>;

async function sumOf(
  db: OwnerDb,
  ownerId: string,
  kind: CountKind,
  of: { column: 'value' | 'platform'; values: readonly string[] } | null,
): Promise<number> {
  const wanted = sql`owner_id = ${ownerId} and kind = ${kind} ${
    of === null ? sql`` : sql`and ${sql.ref(of.column)} = any(${of.values}::text[])`
  }`;
  const { rows } = await sql<{ count: number }>`
    select (
      coalesce((select sum(count) from product_count where ${wanted}), 0)
      + coalesce((select sum(change) from product_count_change where ${wanted}), 0)
    )::integer as count ${plannedOnce}`.execute(db);
  return rows[0]?.count ?? 0;
}
