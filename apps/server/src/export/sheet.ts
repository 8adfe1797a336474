import { AppError } from '@bowerbird/contract/errors';
import type { ExportRequest } from '@bowerbird/contract/products/export';
import { fileFormats } from '@bowerbird/files/formats/all';
import type { FileFormat, FileSheet } from '@bowerbird/files/formats/format';
import { protectedCell } from '@bowerbird/files/text/protection';
import { cellMax } from '@bowerbird/files/xlsx/text';
import { sql } from 'kysely';
import type { OwnerDb } from '../db/database.ts';
import { whereSelected } from '../products/list/filter.ts';

/** A sheet as a request wants it: the format's own, or with chosen columns and protected cells. */
export interface RequestedSheet extends FileSheet {
  format: FileFormat;
  /** All columns of the format. */
  columns: readonly string[];
}

/** Returns the sheet for the selected products. Throws `export.columns-missing` if no importer could read the columns. */
export async function requestedSheet(
  db: OwnerDb,
  ownerId: string,
  request: ExportRequest,
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
  const isPlain = places === null && !isProtected && kind === 'csv';
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
    header,
    hint: whole.hint && fitted(whole.hint),
    write(product) {
      const written = whole.write(product);
      const rows = written.rows.map(fitted);
      const isTooLong = kind === 'xlsx' && rows.some((row) => row.some((cell) => cell.length > cellMax));
      return isTooLong ? { rows: [], notices: ['text-over-spreadsheet'] } : { ...written, rows };
    },
  };
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
