import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { OwnerDb } from '../database.ts';
import { allowing } from './allowed.ts';
import { readCursor } from './keyset-cursor.ts';

/** What the rows of a list are sorted by. */
export interface Order {
  /** As its index has it, after the owner and before the id. Never null. */
  by: RawBuilder<unknown>;
  type: 'timestamptz' | 'text' | 'numeric' | 'integer';
}

/** One page of a list of an owner's rows: which order, from where, how many, and conditions that its rows meet. */
export interface PageSearch {
  /** The view of the owner's rows. */
  view: 'own_product' | 'own_collected';
  order: Order;
  sort: string;
  direction: 'asc' | 'desc';
  cursor?: string | undefined;
  limit: number;
  /** Finds all matches without the order; `from` has the name of the view. */
  matching: { from: RawBuilder<unknown>; where: RawBuilder<SqlBool> };
  /**
   * `matches`: all matches are found and sorted, however many; `steps`: only where that promises to be quick; `sets`: likewise, for a filter
   * that takes as long to check for one row as for thousands.
   */
  by: 'steps' | 'sets' | 'matches';
  /** The whole filter, written so that it is quick to check for a row that is there. */
  byLooking: RawBuilder<SqlBool>;
  /** The owner, and the part of the filter that the index of the order meets. */
  inOrder: RawBuilder<SqlBool>;
  /** Bounds of the order outside of which nothing matches. */
  bounds?: RawBuilder<SqlBool> | undefined;
}

/** A row of a page, and what it is sorted by, as text: a Date would lose the microseconds by which rows differ. */
export interface Placed {
  id: string;
  value: string;
}

/** The rows of one page; `matches`: how many match altogether, where all of them were looked at. */
export interface FoundPage {
  placed: Placed[];
  matches: number | null;
}

/** How many rows a search through an order, or through the matches of a filter, looks at. */
export const looksAt = {
  /** At first, from where the page begins. */
  near: 2000,
  /** When some of those matched. */
  far: 40_000,
  /** Of matches that an index of the filter finds and that are then sorted: where their number is not known, and where it is. */
  matches: 30_000,
  knownMatches: 100_000,
};

/** So few matches among the first promise a page soon. */
const promising = 10;

/**
 * Finds one page in steps, each of which looks at a limited number of rows: through the order from where the page
 * begins; on through the order, if some matched; by the indexes of the filter. Only a page of a filter that matches more than these,
 * none of them near, is left to the order alone, without a limit. The steps are not left to the planner,
 * which only estimates the numbers. To be called within `byIndexes`.
 * @param known the number of matches, or one that it is not above, if it is known
 */
export async function findInSteps(db: OwnerDb, search: PageSearch, known: number | null): Promise<FoundPage> {
  // A cursor is read in any case, so that a wrong one is named.
  if (known === 0 && search.cursor === undefined) {
    return { placed: [], matches: 0 };
  }
  if (search.by === 'matches') {
    return await sorted(db, search, null);
  }
  const near = await through(db, search, looksAt.near);
  if (near.isWhole) {
    return near.page;
  }
  if (near.page.placed.length >= promising) {
    const far = await through(db, search, looksAt.far);
    if (far.isWhole) {
      return far.page;
    }
  }
  if (known === null || known <= looksAt.knownMatches) {
    const found = await sorted(db, search, known === null ? looksAt.matches : null);
    if (found.isWhole) {
      return found;
    }
  }
  return { placed: await walk(db, search, null), matches: null };
}

/** Finds the first matches in the order, among the next `most` rows or all. */
async function walk(db: OwnerDb, search: PageSearch, most: number | null): Promise<Placed[]> {
  const query = walkQuery(search, most);
  return search.by === 'sets' ? await allowing(db, 'sets', query) : (await query.execute(db)).rows;
}

/** Looks at so many rows in the order. The page is whole when it is full, or nothing comes after them. */
async function through(
  db: OwnerDb,
  search: PageSearch,
  most: number,
): Promise<{ page: FoundPage; isWhole: boolean }> {
  const rows = await walk(db, search, most);
  if (rows.length === search.limit) {
    return { page: { placed: rows, matches: null }, isWhole: true };
  }
  const { rows: ended } = await sql<{ ended: boolean }>`
    select not exists (select from (${rowsInOrder(search, sql`id`, search.inOrder)} offset ${most}) as beyond) as ended
  `.execute(db);
  const isWhole = ended[0]?.ended === true;
  const isAll = isWhole && search.cursor === undefined;
  return { page: { placed: rows, matches: isAll ? rows.length : null }, isWhole };
}

/** Builds the query of the first matches in the order, among the next `most` rows or all. */
export function walkQuery(search: PageSearch, most: number | null): RawBuilder<Placed> {
  const { view, order, byLooking, inOrder, limit } = search;
  const direction = sql.raw(search.direction);
  const named = sql.table(view);
  const among = most === null ? sql`` : sql`limit ${most}`;
  const columns = sql`${named}.*, ${order.by} as place`;
  if (search.by === 'sets') {
    // Numbered, since the rows of a hash join are in no order. The planner does not see that it is that of the place, and would keep it.
    return sql<Placed>`
      select id, place::text as value
      from (
        select *, row_number() over () as seat from (${rowsInOrder(search, columns, inOrder)} ${among}) as read
      ) as ${named}
      where ${byLooking}
      order by seat limit ${limit}`;
  }
  return sql<Placed>`
    select id, place::text as value
    from (${rowsInOrder(search, columns, most === null ? byLooking : inOrder)} ${among}) as ${named}
    where ${byLooking}
    order by place ${direction}, id ${direction} limit ${limit}`;
}

/** The rows after the cursor, in the order of its index. */
function rowsInOrder(
  search: PageSearch,
  columns: RawBuilder<unknown>,
  where: RawBuilder<SqlBool>,
): RawBuilder<unknown> {
  const { view, order, bounds } = search;
  const direction = sql.raw(search.direction);
  return sql`select ${columns} from ${sql.table(view)} where ${where} ${bounds ?? sql``} ${beyondCursor(search)}
    order by ${order.by} ${direction}, id ${direction}`;
}

/** Finds the first `most` matches without the order, or all, and sorts them. Where there are more, the page is none. */
async function sorted(
  db: OwnerDb,
  search: PageSearch,
  most: number | null,
): Promise<FoundPage & { isWhole: boolean }> {
  const rows = await allowing(db, 'matches', matchesQuery(search, most));
  const matches = rows[0]?.matches ?? 0;
  return {
    placed: rows.map(({ id, value }) => ({ id, value })),
    matches: search.cursor === undefined ? matches : null,
    isWhole: most === null || matches <= most,
  };
}

/** Builds the query of the first matches in the order, among `most` or all, and of their number, which is one more than `most` if there are more. */
export function matchesQuery(
  search: PageSearch,
  most: number | null,
): RawBuilder<Placed & { matches: number }> {
  const { order, matching, limit } = search;
  const direction = sql.raw(search.direction);
  const some = most === null ? sql`` : sql`limit ${most + 1}`;
  return sql<Placed & { matches: number }>`
    with matching as materialized (
      select id, ${order.by} as place from ${matching.from} where ${matching.where} ${beyondCursor(search)}
    ), found as materialized (select id, place from matching ${some})
    select id, place::text as value, (select count(*)::integer from found) as matches from found
    order by place ${direction}, id ${direction} limit ${limit}`;
}

function beyondCursor({ order, sort, direction, cursor }: PageSearch): RawBuilder<SqlBool> {
  if (cursor === undefined) {
    return sql``;
  }
  const after = readCursor(cursor, sort, direction);
  const beyond = sql.raw(direction === 'asc' ? '>' : '<');
  return sql`and (${order.by}, id) ${beyond} (${after.value}::${sql.raw(order.type)}, ${after.id}::uuid)`;
}
