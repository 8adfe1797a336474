import type { ProductFilter } from '@bowerbird/contract/products/products';
import { expressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { OwnerDb } from '../../db/database.ts';
import { readCursor } from '../../db/pages/keyset-cursor.ts';
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

/** A product of a page, and what it is sorted by, as text: a Date would lose the microseconds by which rows differ. */
export interface Placed {
  id: string;
  value: string;
}

/** The products of one page; `matches`: how many match altogether, where all of them were looked at. */
export interface FoundPage {
  placed: Placed[];
  matches: number | null;
}

/** How many products a search through an order, or through the matches of a filter, looks at. */
export const looksAt = {
  /** At first, from where the page begins. */
  near: 2000,
  /** When some of those matched. */
  far: 40_000,
  /** Of matches that an index of the filter finds and that are then sorted. */
  matches: 30_000,
};

/** So few matches among the first promise a page soon. */
const promising = 10;

/**
 * Finds one page in steps, each of which looks at a limited number of products: through the order from where the page
 * begins; on through the order, if some matched; by the indexes of the filter. Only a page of a filter that matches tens of thousands,
 * none of them near, is left to the order alone, without a limit. The steps are not left to the planner,
 * which only estimates the numbers.
 * @param known the number of matches, if it is known
 */
export async function findPage(
  db: OwnerDb,
  ownerId: string,
  request: ProductListRequest,
  known: number | null,
): Promise<FoundPage> {
  if (known === 0) {
    return { placed: [], matches: 0 };
  }
  const bounded = await withCheapest(db, ownerId, request);
  const near = await through(db, ownerId, bounded, looksAt.near);
  if (near.isWhole) {
    return near.page;
  }
  if (near.page.placed.length >= promising) {
    const far = await through(db, ownerId, bounded, looksAt.far);
    if (far.isWhole) {
      return far.page;
    }
  }
  if (known === null || known <= looksAt.matches) {
    const found = await byFilter(db, ownerId, request);
    if (found !== null) {
      return found;
    }
  }
  const { rows } = await walkQuery(ownerId, bounded, null).execute(db);
  return { placed: rows, matches: null };
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

/** Looks at so many products in the order. The page is whole when it is full, or nothing comes after them. */
async function through(
  db: OwnerDb,
  ownerId: string,
  request: BoundedRequest,
  most: number,
): Promise<{ page: FoundPage; isWhole: boolean }> {
  const { rows } = await walkQuery(ownerId, request, most).execute(db);
  if (rows.length === request.limit) {
    return { page: { placed: rows, matches: null }, isWhole: true };
  }
  const { rows: ended } = await sql<{ ended: boolean }>`
    select not exists (select from (${inOrder(ownerId, request, sql`id`)} offset ${most}) as beyond) as ended
  `.execute(db);
  const isWhole = ended[0]?.ended === true;
  const isAll = isWhole && request.cursor === undefined;
  return { page: { placed: rows, matches: isAll ? rows.length : null }, isWhole };
}

/** Builds the query of the first matches in the order, among the next `most` products or all. */
export function walkQuery(ownerId: string, request: BoundedRequest, most: number | null) {
  const { by } = orderOf[request.sort];
  const direction = sql.raw(request.direction);
  const among = most === null ? sql`` : sql`limit ${most}`;
  return sql<Placed>`
    select id, place::text as value
    from (${inOrder(ownerId, request, sql`own_product.*, ${by} as place`, matching(ownerId, most === null ? request.filter : partInOrder(request), 'by looking'))} ${among}) as own_product
    where ${matching(ownerId, request.filter, 'by looking')}
    order by place ${direction}, id ${direction} limit ${request.limit}`;
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
export function partInOrder({ filter, sort }: ProductListRequest): ProductFilter {
  const fields = new Set<string>([
    ...(ownConditions[sort] ?? []),
    ...(sort === 'updated' && filter.sources?.length === 1 ? ['sources'] : []),
  ]);
  return Object.fromEntries(Object.entries(filter).filter(([field]) => fields.has(field)));
}

/** The owner's products after the cursor, in the order of its index. */
function inOrder(
  ownerId: string,
  request: BoundedRequest,
  columns: RawBuilder<unknown>,
  where = matching(ownerId, partInOrder(request)),
): RawBuilder<unknown> {
  const { by } = orderOf[request.sort];
  const direction = sql.raw(request.direction);
  return sql`select ${columns} from own_product where ${where} ${ofPrices(request)} ${beyondCursor(request)}
    order by ${by} ${direction}, id ${direction}`;
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

/** Finds all matches by the filter's indexes, then sorts them; null where there are too many. */
async function byFilter(
  db: OwnerDb,
  ownerId: string,
  request: ProductListRequest,
): Promise<FoundPage | null> {
  const { rows } = await matchesQuery(ownerId, request).execute(db);
  const matches = rows[0]?.matches ?? 0;
  if (matches > looksAt.matches) {
    return null;
  }
  return {
    placed: rows.map(({ id, value }) => ({ id, value })),
    matches: request.cursor === undefined ? matches : null,
  };
}

/** Builds the query of the first matches and of their number, which is one more than `looksAt.matches` where it is greater. */
export function matchesQuery(ownerId: string, request: ProductListRequest) {
  const { by } = orderOf[request.sort];
  const direction = sql.raw(request.direction);
  return sql<Placed & { matches: number }>`
    with matching as materialized (
      select id, ${by} as place from own_product where ${matching(ownerId, request.filter)} ${beyondCursor(request)}
    ), found as materialized (select id, place from matching limit ${looksAt.matches + 1})
    select id, place::text as value, (select count(*)::integer from found) as matches from found
    order by place ${direction}, id ${direction} limit ${request.limit}`;
}

/** Builds the condition that a product matches, for a query on `own_product`. */
function matching(ownerId: string, filter: ProductFilter, finding: Finding = 'by index') {
  return whereFilter(ownerId, filter, finding)(expressionBuilder<Tables, 'own_product'>());
}

function beyondCursor(request: ProductListRequest): RawBuilder<SqlBool> {
  if (request.cursor === undefined) {
    return sql``;
  }
  const { by, type } = orderOf[request.sort];
  const after = readCursor(request.cursor, request.sort, request.direction);
  const beyond = sql.raw(request.direction === 'asc' ? '>' : '<');
  return sql`and (${by}, id) ${beyond} (${after.value}::${sql.raw(type)}, ${after.id}::uuid)`;
}
