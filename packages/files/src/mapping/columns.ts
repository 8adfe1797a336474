import type { FaultCode, FileFault } from '@bowerbird/contract/files/fault-codes';
import type { ColumnMapping, MappedColumn, MappedField } from '@bowerbird/contract/files/mapping';
import { faultAt } from '../faults/fault.ts';
import { type Header, headerKey } from '../formats/table/header.ts';
import type { Holds } from '../formats/table/holds.ts';
import type { TableRow } from '../text/table-row.ts';

/** A mapped column's name in the code: `price`, `optionValue 2`, and `images 2` for the second column of images. */
export type Column = string;

/** A column of the file together with what it is mapped to. */
export interface Placed extends MappedColumn {
  key: Column;
  place: number;
}

const kinds: Readonly<Partial<Record<MappedField, Holds>>> = {
  sku: 'code',
  barcode: 'code',
  price: 'money',
  compareAtPrice: 'money',
  cost: 'money',
  stock: 'quantity',
  weight: 'weight',
  weightUnit: 'unit',
  status: 'status',
  requiresShipping: 'boolean',
  taxable: 'boolean',
  variantImage: 'url',
  currency: 'currency',
};

/** Returns the type of the values of a mapped field. */
export function holdsOf(field: MappedField): Holds {
  return kinds[field] ?? 'text';
}

/** Returns the columns of a mapping that a header has, in the order of the mapping. */
export function placedColumns({ columns }: ColumnMapping, cells: readonly string[]): Placed[] {
  const found: Placed[] = [];
  const counts = new Map<string, number>();
  for (const column of columns) {
    const place = placeOf(cells, column.column, column.nth);
    if (place === -1) {
      continue;
    }
    const base = column.option === undefined ? column.field : `${column.field} ${column.option}`;
    const count = (counts.get(base) ?? 0) + 1;
    counts.set(base, count);
    // Of a field that a product has once, the first column with it counts.
    const isRepeated = column.field === 'images' || column.field === 'attribute' || lists.has(column.field);
    if (count === 1 || isRepeated) {
      found.push({ ...column, key: count === 1 ? base : `${base} #${count}`, place });
    }
  }
  return found;
}

const lists: ReadonlySet<MappedField> = new Set<MappedField>(['tags', 'categories']);

/** Returns the columns that a mapping names and a header lacks, by name. */
export function missingColumns(mapping: ColumnMapping, cells: readonly string[]): string[] {
  const named = [...mapping.columns, ...mapping.key.map((column) => ({ column, nth: undefined }))];
  return [
    ...new Set(
      named.filter(({ column, nth }) => placeOf(cells, column, nth) === -1).map(({ column }) => column),
    ),
  ];
}

/** Returns the place of a column by its name, whatever its case and padding; -1 for none. */
export function placeOf(cells: readonly string[], column: string, nth = 1): number {
  const key = headerKey(column);
  let count = 0;
  return cells.findIndex((cell) => {
    count += headerKey(cell) === key ? 1 : 0;
    return count === nth;
  });
}

/**
 * Returns a header as a mapping reads it. Without a title or a key no row can be read; any other column that is missing
 * leaves its field without a value.
 */
export function mappedHeader(mapping: ColumnMapping, { number, cells }: TableRow): Header<Column> {
  const placed = placedColumns(mapping, cells);
  const byKey = new Map(placed.map((each) => [each.key, each]));
  const places = new Map(placed.map(({ key, place }) => [key, place]));
  const taken = new Set(places.values());
  const fault = (column: string | null, code: FaultCode): FileFault =>
    faultAt(number, column, cells.join(','), code);
  return {
    cells,
    columns: {
      named: () => undefined,
      holds: (column) => holdsOf(byKey.get(column)?.field ?? 'title'),
      nameOf: (column) => byKey.get(column)?.column ?? column,
      needed: [],
    },
    places,
    others: cells.flatMap((cell, place) => (taken.has(place) ? [] : [{ name: cell.trim(), place }])),
    checked: [],
    faults: [
      ...(places.has('title') ? [] : [fault(titleColumn(mapping), 'header.title-missing')]),
      ...mapping.key
        .filter((column) => placeOf(cells, column) === -1)
        .map((column) => fault(column, 'header.column-missing')),
    ],
  };
}

function titleColumn({ columns }: ColumnMapping): string | null {
  return columns.find(({ field }) => field === 'title')?.column ?? null;
}
