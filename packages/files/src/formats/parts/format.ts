import type { TableRow } from '../../text/table-row.ts';
import { type FileFormat, type FormatReader, shareKnown } from '../format.ts';
import type { Capacity, Loss } from '../notices.ts';
import { codePlaces, type Header, readHeader } from '../table/header.ts';
import { isBlank, Line } from '../table/line.ts';
import { writtenSoundly } from '../written-soundly.ts';
import type { Column, PartsDialect } from './dialect.ts';
import { partOf, readPartsProduct } from './read.ts';
import { shoplazzaDialect } from './shoplazza.ts';
import { shopyyDialect } from './shopyy.ts';
import { optionsMax, partsRows } from './write.ts';

/** Shopyy's product file. */
export const shopyy: FileFormat = formatOf(shopyyDialect, 'files', ['product-type']);

/** Shoplazza's product file. */
export const shoplazza: FileFormat = formatOf(shoplazzaDialect, 'header', ['shipping']);

function formatOf(dialect: PartsDialect, knownBy: FileFormat['knownBy'], more: readonly Loss[]): FileFormat {
  const { columns, header } = dialect;
  const capacity: Capacity = {
    options: optionsMax,
    images: Number.POSITIVE_INFINITY,
    variants: Number.POSITIVE_INFINITY,
    carries: ['handle', 'vendor', 'seo', 'barcode', 'categories', ...more],
  };
  const own = readHeader({ number: 0, cells: header }, columns);
  return {
    id: dialect.id,
    platform: dialect.id,
    knownBy,
    kinds: ['xlsx', 'csv'],
    sheetName: 'sheet1',
    mark: true,
    limits: { bytes: null, rows: null },
    html: new Set(header.filter((name) => columns.named(name) === 'description')),
    recognise: (given) => shareKnown(given, columns),
    reader: (row) => readerOf(readHeader(row, columns), dialect),
    sheet: () => ({
      header,
      hint: dialect.hint,
      write: (given) =>
        writtenSoundly(given, capacity, {
          rows: (product) => partsRows(product, dialect),
          isSound: (rows) => {
            const lines = rows.map((cells, at) => new Line<Column>(own, { number: at + 1, cells }));
            return readPartsProduct(lines, dialect).faults.length === 0;
          },
        }),
    }),
  };
}

function readerOf(header: Header<Column>, dialect: PartsDialect): FormatReader {
  let key = '';
  let isBelowHeader = true;
  return {
    faults: header.faults,
    codes: codePlaces(header),
    places: new Set(header.places.values()),
    keyOf(row) {
      if (isBlank(row.cells)) {
        return null;
      }
      const line = new Line<Column>(header, row);
      if (isBelowHeader && isHint(row, line)) {
        isBelowHeader = false;
        return null;
      }
      isBelowHeader = false;
      const part = partOf(line);
      if (part !== 'P' || key === '') {
        key = `row ${row.number}`;
      }
      // A row `S` is whole; a `P` below it has no product.
      const own = key;
      key = part === 'M' || part === 'P' ? key : '';
      return own;
    },
    read: (rows) =>
      readPartsProduct(
        rows.map((row) => new Line<Column>(header, row)),
        dialect,
      ),
  };
}

/** The hint row explains the columns; in real files it is shifted by one in places. No product's row has such texts. */
function isHint({ cells }: TableRow, line: Line<Column>): boolean {
  return line.word('price') !== ''
    ? !/\d/.test(line.word('price')) || /[a-z\p{Script=Han}]{2}/iu.test(line.word('price'))
    : cells.filter((cell) =>
        /\b(?:maximum|separated|filled|leave empty|Y or N|at most)\b|最多|不填|分隔/i.test(cell),
      ).length > 2;
}
