import { sql } from 'kysely';
import { plannedOnce } from '../../db/connecting/planned-once.ts';
import type { OwnerDb } from '../../db/database.ts';
import { byIndexes } from '../../db/pages/allowed.ts';
import type { Counted } from '../../db/pages/counting.ts';
import type { FoundPage, Placed } from '../../db/pages/in-steps.ts';
import { countedIn, writeCursor } from '../../db/pages/keyset-cursor.ts';
import { rowColumns } from '../write/rows.ts';
import { countMatches } from './count-matches.ts';
import { findPage, type ProductListRequest } from './find-page.ts';
import { foldCounts, keptTotal } from './kept-counts.ts';
import { countSelection } from './selection.ts';

/**
 * Returns one page of the product list, the total number of matches, and the cursor of the next page. Paging to the end
 * yields every product that keeps its position exactly once, whatever is written meanwhile. Matches are counted with the
 * first page; those after it repeat that number.
 */
export async function listProducts(db: OwnerDb, ownerId: string, request: ProductListRequest) {
  await foldCounts(db, ownerId);
  return await byIndexes(db, () => findList(db, ownerId, request));
}

async function findList(db: OwnerDb, ownerId: string, request: ProductListRequest) {
  const known = await keptTotal(db, ownerId, request.filter);
  const page = await findPage(db, ownerId, request, known);
  const counted = await count(db, ownerId, request, known, page);
  const last = page.placed.length === request.limit ? page.placed.at(-1) : undefined;
  return {
    rows: await rowsOf(db, ownerId, page.placed),
    total: counted.total,
    totalIsEstimate: counted.totalIsEstimate,
    nextCursor: last ? writeCursor({ ...request, ...last, counted }) : null,
  };
}

async function count(
  db: OwnerDb,
  ownerId: string,
  request: ProductListRequest,
  known: number | null,
  { placed, matches }: FoundPage,
): Promise<Counted> {
  const total =
    known ??
    matches ??
    (request.countAll ? await countSelection(db, ownerId, { filter: request.filter, except: [] }) : null);
  return total === null
    ? (countedIn(request.cursor) ?? (await countMatches(db, ownerId, request.filter, placed.length)))
    : { total, totalIsEstimate: false };
}

/** Returns the rows of a page in its order. */
async function rowsOf(db: OwnerDb, ownerId: string, placed: readonly Placed[]) {
  const rows = await db
    .selectFrom('own_product')
    .select(rowColumns)
    .select(sql<string | null>`content #>> '{source,url}'`.as('source_url'))
    .where('owner_id', '=', ownerId)
    .where(sql<boolean>`id = any(${placed.map(({ id }) => id)}::uuid[])`)
    .modifyEnd(plannedOnce)
    .execute();
  const found = new Map(rows.map((row) => [row.id, row]));
  return placed.flatMap(({ id }) => found.get(id) ?? []);
}
