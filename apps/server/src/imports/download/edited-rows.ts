import type { UnwrittenEdit } from '@bowerbird/contract/files/imports';
import { type EditedCell, type EditedValue, editedCell } from '@bowerbird/files/staging/edited-product';
import type { StagedTable } from '@bowerbird/files/staging/staged-table';
import type { NotedRow } from '@bowerbird/files/text/table-row';
import { sql } from 'kysely';
import { asOwner, type Db, type OwnerDb } from '../../db/database.ts';
import type { Opened } from '../../db/tables/imports.ts';
import { productsByIds } from '../../products/list/selection.ts';
import { filePlatform } from '../check/source-product.ts';
import type { ImportRow } from '../queries.ts';
import { readingOf } from '../rows/reading.ts';
import { pagesOf, type RowSpan, StoredRows } from '../rows/stored-rows.ts';
import { changedValues, findMerchantEdits, pathOfValue } from './merchant-edits.ts';

/** A row as a file of its kind has it, and how its cells are written. */
export interface RowWriter<Row extends NotedRow> {
  unpack(page: { packed: Buffer; first_row: number }): Row[];
  /** Returns the row with one cell written again; null where the file cannot hold it. */
  write(row: Row, cell: EditedCell, value: EditedValue): Row | null;
}

/** Some rows of the file with the merchant's values, and what no cell of theirs could take. */
export interface EditedPage<Row extends NotedRow> {
  rows: Row[];
  cells: (EditedCell & { value: EditedValue })[];
  unwritten: UnwrittenEdit[];
}

interface Item extends RowSpan {
  title: string;
  product_id: string;
  revision: number | null;
}

/**
 * Yields the rows of an imported file, page by page, with only those cells written again whose values the merchant has
 * changed since. All else is as it was imported. Memory: some pages and the products that begin, end or go on in one.
 */
export async function* editedPages<Row extends NotedRow>(
  db: Db,
  row: ImportRow,
  opened: Opened,
  writer: RowWriter<Row>,
): AsyncGenerator<EditedPage<Row>> {
  const { owner_id: ownerId, run_id: runId } = row;
  const reading = readingOf(opened, row.request.mapping);
  if (reading === null) {
    for await (const page of pagesOf(db, ownerId, runId)) {
      yield { rows: writer.unpack(page), cells: [], unwritten: [] };
    }
    return;
  }
  const stored = await asOwner(db, ownerId, (owned) =>
    StoredRows.of(owned, { ownerId, runId, opened, reading }),
  );
  const edit = (rows: readonly Row[], next: Row | null) =>
    asOwner(db, ownerId, (owned) => editedPage(owned, { row, reading, stored, writer, next }, rows));
  let held: Row[] | null = null;
  for await (const page of pagesOf(db, ownerId, runId)) {
    const rows = writer.unpack(page);
    if (held !== null) {
      yield await edit(held, rows[0] ?? null);
    }
    held = rows;
  }
  if (held !== null) {
    yield await edit(held, null);
  }
}

interface Editing<Row extends NotedRow> {
  row: ImportRow;
  reading: StagedTable;
  stored: StoredRows;
  writer: RowWriter<Row>;
  /** The row below those of the page. */
  next: Row | null;
}

async function editedPage<Row extends NotedRow>(
  db: OwnerDb,
  { row, reading, stored, writer, next }: Editing<Row>,
  rows: readonly Row[],
): Promise<EditedPage<Row>> {
  const { owner_id: ownerId, run_id: runId } = row;
  const written = new Map(rows.map((each) => [each.number, each]));
  const items = await findItems(db, row, rows);
  const edits = await findMerchantEdits(
    db,
    { ownerId, runId },
    new Map(items.map(({ product_id: id, revision }) => [id, revision])),
  );
  const touched = items.filter(({ product_id: id }) => edits.has(id));
  const ids = touched.map(({ product_id: id }) => id);
  const own = new Map((await productsByIds(db, ownerId, ids)).map(({ id, product }) => [id, product]));
  const spans = await stored.read(db, touched);
  const unwritten: UnwrittenEdit[] = [];
  const cells: EditedPage<Row>['cells'] = [];
  touched.forEach((item, at) => {
    const mine = own.get(item.product_id);
    const itsRows = spans[at] ?? [];
    const staged = itsRows.length === 0 ? null : reading.read(itsRows, () => true).product;
    if (!mine || staged === null) {
      return;
    }
    const { values, others } = changedValues(edits.get(item.product_id) ?? new Map(), mine, staged);
    const leave = (path: string) => {
      // A product in several pages is reported with its first row.
      if (item.first_row !== null && written.has(item.first_row)) {
        unwritten.push({ row: item.first_row, title: item.title, productId: item.product_id, path });
      }
    };
    others.forEach(leave);
    const { origin } = reading.read(itsRows, () => true);
    for (const value of values) {
      const standsAt = value.of === 'variant' ? origin.variants[value.variant] : origin.row;
      if (standsAt !== undefined && !written.has(standsAt)) {
        continue;
      }
      const cell = editedCell(reading, { rows: itsRows, written, next, staged, own: mine }, value);
      const before = cell && written.get(cell.row);
      const edited = cell && before ? writer.write(before, cell, value) : null;
      if (cell && edited) {
        written.set(cell.row, edited);
        cells.push({ ...cell, value });
      } else {
        leave(pathOfValue(value));
      }
    }
  });
  return { rows: [...written.values()], cells, unwritten };
}

/** Returns the products of which rows are among these, and that the merchant has. */
async function findItems(db: OwnerDb, row: ImportRow, rows: readonly NotedRow[]): Promise<Item[]> {
  const [first, last] = [rows[0]?.number ?? 0, rows.at(-1)?.number ?? 0];
  const found = await sql<Item>`
    select item.title, item.first_row, item.last_row, item.rows, item.revision,
      coalesce(item.product_id, collected.product_id) as product_id
    from import_item as item
    left join collected on collected.owner_id = ${row.owner_id} and collected.platform = ${filePlatform}
      and collected.shop = ${row.source_id} and collected.source_id = item.key
    where item.owner_id = ${row.owner_id} and item.run_id = ${row.run_id}
      and item.first_row <= ${last} and item.last_row >= ${first}
      and coalesce(item.product_id, collected.product_id) is not null
    order by item.position
  `.execute(db);
  return found.rows;
}
