import type { Product } from '@bowerbird/catalog/product';
import { AppError } from '@bowerbird/contract/errors';
import { type IdColumn, idColumns } from '@bowerbird/contract/files/id-columns';
import type { ExportRequest } from '@bowerbird/contract/products/export';
import { fileFormats } from '@bowerbird/files/formats/all';
import type { FileFormat, FileSheet } from '@bowerbird/files/formats/format';
import type { WrittenProduct } from '@bowerbird/files/formats/notices';
import { protectedCell } from '@bowerbird/files/text/protection';
import { cellMax } from '@bowerbird/files/xlsx/text';
import { sql } from 'kysely';
import type { OwnerDb } from '../db/database.ts';
import { whereSelected } from '../products/list/filter.ts';

/** A sheet as a request wants it: the format's own, or with chosen columns and protected cells. */
export interface RequestedSheet extends Omit<FileSheet, 'write'> {
  format: FileFormat;
  /** All columns of the format. */
  columns: readonly string[];
  /** Returns a product's rows, repaired or left out with notices. */
  write(product: Product, id: string): WrittenProduct;
}

/**
 * Returns the sheet for the selected products. Throws `export.columns-missing` if no importer could read the columns.
 * @param runId the export that the rows name where they have the columns of our ids; null in a preview
 */
export async function requestedSheet(
  db: OwnerDb,
  ownerId: string,
  request: ExportRequest,
  runId: string | null,
): Promise<RequestedSheet> {
  const format = fileFormats[request.format];
  const attributes = format.id === 'woocommerce' ? await mostAttributes(db, ownerId, request) : 0;
  const whole = format.sheet({ attributes });
  const kind = request.kind ?? format.kinds[0];
  const columns = whole.header;
  const places = chosenPlaces(columns, request.columns);
  const header = places === null ? columns : places.map((place) => columns[place] ?? '');
  if (places !== null && format.reader({ number: 1, cells: header }).faults.length > 0) {
    throw new AppError('export.columns-missing', `${request.format} with ${header.length} columns`);
  }
  const isProtected = request.protectFormulas === true && kind === 'csv';
  const ids = request.idColumns === true;
  const isPlain = places === null && !isProtected && kind === 'csv' && !ids;
  if (isPlain) {
    return { ...whole, format, columns };
  }
  const protects = header.map((name) => isProtected && !format.html.has(name));
  const fitted = (row: readonly string[]) => {
    const cells = places === null ? row : places.map((place) => row[place] ?? '');
    return isProtected ? cells.map((cell, at) => (protects[at] ? protectedCell(cell) : cell)) : [...cells];
  };
  return {
    format,
    columns,
    header: ids ? [...header, ...Object.values(idColumns)] : header,
    hint: whole.hint && [...fitted(whole.hint), ...(ids ? noIds : [])],
    write(product, id) {
      const written = whole.write(product);
      const cells = ids ? idCells(product, id, { runId, isProtected }) : [];
      const rows = written.rows.map((row) => [...fitted(row), ...cells]);
      const isTooLong = kind === 'xlsx' && rows.some((row) => row.some((cell) => cell.length > cellMax));
      return isTooLong ? { rows: [], notices: ['text-over-spreadsheet'] } : { ...written, rows };
    },
  };
}

const noIds = Object.values(idColumns).map(() => '');

/** Returns what every row of a product has in the columns of our ids, in their order. */
function idCells(
  { source }: Product,
  id: string,
  { runId, isProtected }: { runId: string | null; isProtected: boolean },
): string[] {
  const own: Record<IdColumn, string> = { id, sourceId: source?.id ?? '', exportId: runId ?? '' };
  const cells = (Object.keys(idColumns) as IdColumn[]).map((column) => own[column]);
  return isProtected ? cells.map(protectedCell) : cells;
}

/** Returns the places of the chosen columns; null where all are chosen in the format's order. */
function chosenPlaces(columns: readonly string[], chosen: readonly string[] | undefined): number[] | null {
  if (chosen === undefined) {
    return null;
  }
  const places = [...new Set(chosen)].map((name) => columns.indexOf(name)).filter((place) => place !== -1);
  const isAll = places.length === columns.length && places.every((place, at) => place === at);
  return isAll ? null : places;
}

/** Returns how many options and attributes one of the selected products has at most. */
async function mostAttributes(db: OwnerDb, ownerId: string, { selection }: ExportRequest): Promise<number> {
  const { most } = await db
    .selectFrom('own_product')
    .select(
      sql<
        number | null
      >`max(jsonb_array_length(content->'options') + jsonb_array_length(content->'attributes'))`.as('most'),
    )
    .where(whereSelected(ownerId, selection))
    .executeTakeFirstOrThrow();
  return Math.max(1, Number(most ?? 0));
}
