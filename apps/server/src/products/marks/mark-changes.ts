import type { ProductChange } from '@bowerbird/contract/products/products';
import { sql } from 'kysely';
import type { OwnerDb } from '../../db/database.ts';
import type { MarkField, Marks } from '../../db/tables/team-marks.ts';
import { namesOf } from '../../runs/names.ts';
import { type SavedRecord, shownCells } from '../history/history.ts';
import { markCells, markPath, namesOfMarks } from './fields.ts';

interface MarkRow {
  product_id: string;
  before: Marks;
  after: Marks;
  undone: MarkField[];
}

/** Returns what a marking changed in these products, by product, as the records of edits are shown. */
export async function markRecordsOf(
  db: OwnerDb,
  ownerId: string,
  setId: string,
  productIds: readonly string[],
): Promise<Map<string, SavedRecord>> {
  const rows: MarkRow[] = await db
    .selectFrom('mark_change')
    .select(['product_id', 'before', 'after', 'undone'])
    .where('owner_id', '=', ownerId)
    .where('set_id', '=', setId)
    .where(sql<boolean>`product_id = any(${productIds}::uuid[])`)
    .execute();
  const names = await namesOfMarks(
    db,
    ownerId,
    rows.flatMap(({ before, after }) => [before, after]),
  );
  return new Map(rows.map((row) => [row.product_id, recordOf(row, names)]));
}

function recordOf(
  { before, after, undone }: Omit<MarkRow, 'product_id'>,
  names: ReadonlyMap<string, string>,
): SavedRecord {
  return { cells: markCells(before, after, names), undone: undone.map(markPath) };
}

/** Returns how a product was marked, newest first. */
export async function findMarkHistory(
  db: OwnerDb,
  ownerId: string,
  productId: string,
): Promise<ProductChange[]> {
  const rows = await db
    .selectFrom('mark_change')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where('product_id', '=', productId)
    .orderBy('at', 'desc')
    .execute();
  const names = await namesOfMarks(
    db,
    ownerId,
    rows.flatMap(({ before, after }) => [before, after]),
  );
  const people = await namesOf(
    db,
    ownerId,
    rows.flatMap(({ user_id }) => user_id ?? []),
  );
  return rows.map((row) => ({
    id: row.set_id,
    at: row.at.toISOString(),
    by: people.get(row.user_id ?? '') ?? null,
    kind: 'marked',
    revision: 0,
    ...(row.run_id !== null && { runId: row.run_id }),
    ...shownCells(recordOf(row, names)),
  }));
}
