import type { ProductFilter } from '@bowerbird/contract/products/products';
import { expressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { OwnerDb } from '../../db/database.ts';
import { type FoundPage, findInSteps, looksAt, type PageSearch } from '../../db/pages/in-steps.ts';
import type { Tables } from '../../db/schema.ts';
import { whereFilter } from './filter.ts';
import { orderOf, type ProductSort } from './orders.ts';
import type { Finding } from './search-conditions.ts';

export interface ProductListRequest {
  filter: ProductFilter;
  sort: ProductSort;
  direction: 'asc' | 'desc';
  cursor?: string | undefined;
  limit: number;
  /** Counts all matches, however long that takes. */
  countAll?: boolean;
}

/** A request of a price range in the order of prices, with the price below which nothing matches. */
export interface BoundedRequest extends ProductListRequest {
  cheapest?: string | undefined;
}

/**
 * Finds one page in steps, each of which looks at a limited number of products.
 * @param known the number of matches, if it is known
 */
export async function findPage(
  db: OwnerDb,
  ownerId: string,
  request: ProductListRequest,
  known: number | null,
): Promise<FoundPage> {
  const bounded = known === 0 ? request : await withCheapest(db, ownerId, request);
  return await findInSteps(db, searchOf(ownerId, bounded), known);
}

/** Describes a page for the steps. */
export function searchOf(ownerId: string, request: BoundedRequest): PageSearch {
  const { filter, sort, direction, cursor, limit } = request;
  return {
    view: 'own_product',
    order: orderOf[sort],
    sort,
    direction,
    cursor,
    limit,
    by: 'steps',
    matching: { from: sql`own_product`, where: matching(ownerId, filter, 'by index') },
    byLooking: matching(ownerId, filter, 'by looking'),
    inOrder: matching(ownerId, partInOrder(request), 'by index'),
    bounds: ofPrices(request),
  };
}

/**
 * Adds the price from which on products can match, where they are sorted by price and a lower bound is given: that of the
 * cheapest product whose variants lie on both sides of the bound. Returns the request itself where that would take long.
 */
async function withCheapest(
  db: OwnerDb,
  ownerId: string,
  request: ProductListRequest,
): Promise<BoundedRequest> {
  const { priceMin } = request.filter;
  if (request.sort !== 'price' || priceMin === undefined) {
    return request;
  }
  const { rows } = await cheapestQuery(ownerId, priceMin).execute(db);
  const [found] = rows;
  return found && found.looked <= looksAt.matches ? { ...request, cheapest: found.cheapest } : request;
}

/** Builds the query of the price of the cheapest product that a lower bound of the price lets through. */
export function cheapestQuery(ownerId: string, low: string) {
  return sql<{ cheapest: string; looked: number }>`
    with spanning as materialized (
      select price from own_product
      where owner_id = ${ownerId} and price_max > price and numrange(price, price_max, '[]') @> ${low}::numeric
      limit ${looksAt.matches + 1}
    )
    select least(${low}::numeric, min(price))::text as cheapest, count(*)::integer as looked from spanning`;
}

/** The conditions on what each order sorts by; a price range is none, since some matches begin below it. */
const ownConditions: Partial<Record<ProductSort, readonly (keyof ProductFilter)[]>> = {
  updated: ['updatedFrom', 'updatedTo'],
  created: ['createdFrom', 'createdTo'],
  collected: ['collectedFrom', 'collectedTo'],
  compareAt: ['compareAtMin', 'compareAtMax'],
  cost: ['costMin', 'costMax'],
  margin: ['marginMin', 'marginMax'],
  stock: ['stockMin', 'stockMax'],
  variants: ['variantsMin', 'variantsMax'],
  images: ['imagesMin', 'imagesMax'],
};

/** The part of a filter that the index of the order meets: a range of what it sorts by; of the default order one source. */
function partInOrder({ filter, sort }: ProductListRequest): ProductFilter {
  const fields = new Set<string>([
    ...(ownConditions[sort] ?? []),
    ...(sort === 'updated' && filter.sources?.length === 1 ? ['sources'] : []),
  ]);
  return Object.fromEntries(Object.entries(filter).filter(([field]) => fields.has(field)));
}

/** In the order of prices, nothing above the upper bound matches, nor below the cheapest. */
function ofPrices({ sort, filter: { priceMin, priceMax }, cheapest }: BoundedRequest): RawBuilder<SqlBool> {
  if (sort !== 'price' || (priceMin ?? priceMax) === undefined) {
    return sql``;
  }
  const { by, unknown = sql`-1` } = orderOf.price;
  const below = priceMax === undefined ? sql`` : sql`and ${by} <= ${priceMax}::numeric`;
  const above = cheapest === undefined ? sql`and ${by} > ${unknown}` : sql`and ${by} >= ${cheapest}::numeric`;
  return sql`${below} ${above}`;
}

/** Builds the condition that a product matches, for a query on `own_product`. */
function matching(ownerId: string, filter: ProductFilter, finding: Finding): RawBuilder<SqlBool> {
  return sql`${whereFilter(ownerId, filter, finding)(expressionBuilder<Tables, 'own_product'>())}`;
}
