import type { UnwrittenEdit } from '@bowerbird/contract/files/imports';
import { editedCell } from '@bowerbird/files/staging/edited-product';
import type { CsvRow } from '@bowerbird/files/text/csv-reader';
import { withCell } from '@bowerbird/files/text/dialect';
import { sql } from 'kysely';
import { asOwner, type Db, type OwnerDb } from '../../db/database.ts';
import type { Opened } from '../../db/tables/imports.ts';
import { productsByIds } from '../../products/list/selection.ts';
import { filePlatform } from '../check/source-product.ts';
import type { ImportRow } from '../queries.ts';
import { unpackCsvRows } from '../rows/pack-rows.ts';
import { readingOf } from '../rows/reading.ts';
import { pagesOf, type RowSpan, StoredRows } from '../rows/stored-rows.ts';
import { changedValues, findMerchantEdits, pathOfValue } from './merchant-edits.ts';

/** Some rows of the file with the merchant's values, and what no cell of theirs could take. */
export interface EditedPage {
  /** In carried form. */
  texts: string[];
  cells: number;
  unwritten: UnwrittenEdit[];
}

interface Item extends RowSpan {
  title: string;
  product_id: string;
  revision: number | null;
}

/**
 * Yields the rows of an imported CSV file, page by page, with only those cells written again whose values the merchant has
 * changed since. Every other byte is as it was imported. Memory: some pages and the products that begin, end or go on in one.
 */
export async function* editedPages(
  db: Db,
  row: ImportRow,
  opened: Extract<Opened, { kind: 'csv' }>,
): AsyncGenerator<EditedPage> {
  const { owner_id: ownerId, run_id: runId } = row;
  const reading = readingOf(opened, row.request.mapping);
  if (reading === null) {
    for await (const page of pagesOf(db, ownerId, runId)) {
      yield { texts: unpackCsvRows(opened, page).map(({ text }) => text), cells: 0, unwritten: [] };
    }
    return;
  }
  const stored = await asOwner(db, ownerId, (owned) =>
    StoredRows.of(owned, { ownerId, runId, opened, reading }),
  );
  for await (const page of pagesOf(db, ownerId, runId)) {
    const rows = unpackCsvRows(opened, page);
    yield await asOwner(db, ownerId, (owned) => editedPage(owned, { row, opened, reading, stored }, rows));
  }
}

interface Editing {
  row: ImportRow;
  opened: Extract<Opened, { kind: 'csv' }>;
  reading: NonNullable<ReturnType<typeof readingOf>>;
  stored: StoredRows;
}

async function editedPage(
  db: OwnerDb,
  { row, opened, reading, stored }: Editing,
  rows: readonly CsvRow[],
): Promise<EditedPage> {
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
  let cells = 0;
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
      const cell = editedCell(reading, { rows: itsRows, written, staged, own: mine }, value);
      const before = cell && written.get(cell.row);
      const text = cell && before ? withCell(before.text, cell.place, cell.text, opened.dialect) : null;
      if (before && cell && text !== null) {
        written.set(cell.row, { ...before, text });
        cells += 1;
      } else {
        leave(pathOfValue(value));
      }
    }
  });
  return { texts: [...written.values()].map(({ text }) => text), cells, unwritten };
}

/** Returns the products of which rows are among these, and that the merchant has. */
async function findItems(db: OwnerDb, row: ImportRow, rows: readonly CsvRow[]): Promise<Item[]> {
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
